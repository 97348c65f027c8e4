/** The socket: identity, tickets, connecting and connecting again, lag. Messages go through it as they are. */

import { SUBPROTOCOL, type ClientMessage, type Hello, type ServerMessage } from "./protocol";
import { Watch } from "./watch";

export type LinkState =
  | "connecting"
  | "online"
  | "lost"
  /** The server has said that it stops, and this page is on its way to another one. */
  | "restarting"
  /** The server has closed it, because it was read too slowly; tried again. */
  | "slow"
  /** Another tab took the seat: not tried again unless asked. */
  | "replaced"
  /** The server does not understand this page: not tried again. */
  | "refused";

/** Whether there is no connection, and one is being made again. */
export const isAway = (state: LinkState): boolean => state === "lost" || state === "restarting" || state === "slow";

export interface LinkEvents {
  /** Makes the first message of a connection. */
  hello(ticket: string, tab: string, conn: number): Hello;
  message(message: ServerMessage): void;
  state(state: LinkState): void;
  lag(milliseconds: number): void;
}

const CLOSE_SLOW = 4408;
const CLOSE_REPLACED = 4409;
const CLOSE_MALFORMED = 4400;
const CLOSE_LIMIT = 4429;
const FIRST_RETRY = 120;
const LAST_RETRY = 5_000;
/** Of a pause, this part is there for everyone; the rest is chance, so that not all come back at once. */
const SURE = 1 / 6;
const LIMIT_WAIT = 10_000;
/** So long may a first attempt take until the server has said welcome; a later one takes longer, if the way is slow. */
const FIRST_PATIENCE = 2_500;
const LAST_PATIENCE = 10_000;

class HttpError extends Error {
  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

async function post<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    method: "POST",
    ...(signal ? { signal } : {}),
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new HttpError(response.status);
  return (await response.json()) as T;
}

/** Makes sure of an identity: a known guest stays who it is, with another name if one is given. */
export async function becomeGuest(name?: string, signal?: AbortSignal): Promise<void> {
  await post("/api/guest", name === undefined ? {} : { name }, signal);
}

let isGuest = false;

/** A ticket for one connection; a visitor gets an identity first, also if the server has forgotten it. */
async function fetchTicket(signal: AbortSignal): Promise<string> {
  if (!isGuest) await becomeGuest(undefined, signal);
  isGuest = true;
  try {
    return (await post<{ ticket: string }>("/api/ticket", {}, signal)).ticket;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error;
    await becomeGuest(undefined, signal);
    return (await post<{ ticket: string }>("/api/ticket", {}, signal)).ticket;
  }
}

/** Random for each tab, the same after a reload. */
function tabId(): string {
  let id = sessionStorage.getItem("paltable.tab");
  if (id === null) {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem("paltable.tab", id);
  }
  return id;
}

/** This tab's connections, counted over reloads. */
function nextConnection(): number {
  const count = Number(sessionStorage.getItem("paltable.conn") ?? "0") + 1;
  sessionStorage.setItem("paltable.conn", String(count));
  return count;
}

function socketUrl(): string {
  const url = new URL("/ws", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

export class Link {
  private socket: WebSocket | undefined;
  private current: LinkState = "connecting";
  private retries = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private patienceTimer: ReturnType<typeof setTimeout> | undefined;
  /** Runs while the server has asked to leave and it is not time yet. */
  private leaveTimer: ReturnType<typeof setTimeout> | undefined;
  /** For the next connection, as the last one was told; whether it is still good, the server knows. */
  private ticket: string | undefined;
  /** The attempt that is being made, to be given up with all that it asks for. */
  private attempt = new AbortController();
  private readonly watch = new Watch({
    ask: () => void this.send({ type: "ping", t: performance.now() }),
    lost: () => this.closed(0),
  });

  constructor(private readonly events: LinkEvents) {
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
  }

  /** Connects, or connects anew (after a change of name, or to take the seat back). */
  connect(): void {
    this.drop();
    this.ticket = undefined;
    this.change("connecting");
    void this.open();
  }

  /** False if there is no connection: the caller's command stays with the session and is sent on the next one. */
  send(message: ClientMessage): boolean {
    if (this.current !== "online" || !this.socket) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private change(state: LinkState): void {
    this.current = state;
    this.events.state(state);
  }

  private async open(): Promise<void> {
    this.drop();
    const attempt = this.attempt;
    const patience = Math.min(LAST_PATIENCE, FIRST_PATIENCE * 2 ** this.retries);
    this.patienceTimer = setTimeout(() => this.closed(0), patience);
    let ticket: string;
    try {
      ticket = await this.takeTicket(attempt.signal);
    } catch {
      // Whatever went wrong on the way to the server, the answer is the same: say so and try again.
      if (attempt === this.attempt) this.closed(0);
      return;
    }
    if (attempt === this.attempt) this.greet(ticket);
  }

  private async takeTicket(signal: AbortSignal): Promise<string> {
    const kept = this.ticket;
    this.ticket = undefined;
    return kept ?? (await fetchTicket(signal));
  }

  private greet(ticket: string): void {
    const socket = new WebSocket(socketUrl(), SUBPROTOCOL);
    this.socket = socket;
    socket.onopen = () => {
      // Counted only now: of two connections of a tab the one that is greeted later has to be the newer one.
      if (socket === this.socket) socket.send(JSON.stringify(this.events.hello(ticket, tabId(), nextConnection())));
      else socket.close();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code);
    };
  }

  private receive(message: ServerMessage): void {
    this.watch.heard();
    if (message.type === "welcome") {
      clearTimeout(this.patienceTimer);
      this.retries = 0;
      this.ticket = message.ticket;
      this.change("online");
      this.watch.start();
    } else if (message.type === "pong") {
      this.events.lag(Math.round(performance.now() - message.t));
    } else if (message.type === "goaway") {
      clearTimeout(this.leaveTimer);
      this.leaveTimer = setTimeout(() => this.leave(), message.retry_ms);
      return;
    }
    this.events.message(message);
  }

  /** Goes over to the server that takes the place of this one. */
  private leave(): void {
    this.drop();
    this.change("restarting");
    void this.open();
  }

  private closed(code: number): void {
    const wasAskedToLeave = this.leaveTimer !== undefined;
    this.drop();
    if (code === CLOSE_REPLACED) this.change("replaced");
    else if (code === CLOSE_MALFORMED) this.change("refused");
    else this.retry(code === CLOSE_LIMIT ? LIMIT_WAIT : 0, wasAskedToLeave ? "restarting" : code === CLOSE_SLOW ? "slow" : "lost");
  }

  /** Ends the connection, or the attempt to make one. */
  private drop(): void {
    this.watch.stop();
    clearTimeout(this.retryTimer);
    clearTimeout(this.patienceTimer);
    clearTimeout(this.leaveTimer);
    this.leaveTimer = undefined;
    this.attempt.abort();
    this.attempt = new AbortController();
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }

  private retry(wait: number, state: LinkState): void {
    this.change(this.current === "restarting" ? "restarting" : state);
    const longest = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** this.retries++);
    this.retryIn(wait + longest * (SURE + (1 - SURE) * Math.random()));
  }

  private retryIn(milliseconds: number): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.open(), milliseconds);
  }

  /** The network or the reader is back: do not wait for the timers. */
  private hurry(): void {
    if (this.current === "online") this.watch.hurry();
    if (!isAway(this.current)) return;
    this.retries = 0;
    this.retryIn(0);
  }
}
