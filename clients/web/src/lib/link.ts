/** The socket: identity, tickets, connecting and connecting again, lag. Messages go through it as they are. */

import { SUBPROTOCOL, type ClientMessage, type Hello, type ServerMessage } from "./protocol";

export type LinkState =
  | "connecting"
  | "online"
  | "lost"
  /** The server said that it stops and when to come back. */
  | "restarting"
  /** Another tab took the seat: not tried again unless asked. */
  | "replaced"
  /** The server does not understand this page: not tried again. */
  | "refused";

export interface LinkEvents {
  /** Makes the first message of a connection. */
  hello(ticket: string, tab: string, conn: number): Hello;
  message(message: ServerMessage): void;
  state(state: LinkState): void;
  lag(milliseconds: number): void;
}

const CLOSE_REPLACED = 4409;
const CLOSE_MALFORMED = 4400;
const PING_EVERY = 15_000;
const PONG_WITHIN = 8_000;
const FIRST_RETRY = 250;
const LAST_RETRY = 5_000;

class HttpError extends Error {
  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new HttpError(response.status);
  return (await response.json()) as T;
}

/** Makes sure of an identity: a known guest stays who it is, with another name if one is given. */
export async function becomeGuest(name?: string): Promise<void> {
  await post("/api/guest", name === undefined ? {} : { name });
}

let isGuest = false;

/** A ticket for one connection; a visitor gets an identity first, also if the server has forgotten it. */
async function fetchTicket(): Promise<string> {
  if (!isGuest) await becomeGuest();
  isGuest = true;
  try {
    return (await post<{ ticket: string }>("/api/ticket")).ticket;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error;
    await becomeGuest();
    return (await post<{ ticket: string }>("/api/ticket")).ticket;
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
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private pongTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts attempts, so that an answer to an abandoned one is dropped. */
  private attempt = 0;

  constructor(private readonly events: LinkEvents) {
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
  }

  /** Connects, or connects anew (after a change of name, or to take the seat back). */
  connect(): void {
    this.drop();
    this.change("connecting");
    void this.open(++this.attempt);
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

  private async open(attempt: number): Promise<void> {
    let ticket: string;
    try {
      ticket = await fetchTicket();
    } catch {
      // Whatever went wrong on the way to the server, the answer is the same: say so and try again.
      if (attempt === this.attempt) this.retry();
      return;
    }
    if (attempt !== this.attempt) return;
    this.socket?.close();
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
    if (message.type === "welcome") {
      this.retries = 0;
      this.change("online");
      this.schedulePing(0);
    } else if (message.type === "pong") {
      clearTimeout(this.pongTimer);
      this.events.lag(Math.round(performance.now() - message.t));
      this.schedulePing(PING_EVERY);
    } else if (message.type === "goaway") {
      this.drop();
      this.change("restarting");
      this.retryIn(message.retry_ms);
      return;
    }
    this.events.message(message);
  }

  private closed(code: number): void {
    this.drop();
    if (code === CLOSE_REPLACED) this.change("replaced");
    else if (code === CLOSE_MALFORMED) this.change("refused");
    else this.retry();
  }

  private drop(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.pingTimer);
    clearTimeout(this.pongTimer);
    const socket = this.socket;
    this.socket = undefined;
    socket?.close();
  }

  private retry(): void {
    this.change(this.current === "restarting" ? "restarting" : "lost");
    const delay = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** this.retries++);
    this.retryIn(delay * (0.75 + Math.random() / 2));
  }

  private retryIn(milliseconds: number): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.open(++this.attempt), milliseconds);
  }

  /** The network or the reader is back: do not wait for the timer. */
  private hurry(): void {
    if (this.current !== "lost" && this.current !== "restarting") return;
    this.retries = 0;
    this.retryIn(0);
  }

  private schedulePing(delay: number): void {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => {
      if (!this.send({ type: "ping", t: performance.now() })) return;
      this.pongTimer = setTimeout(() => this.closed(0), PONG_WITHIN);
    }, delay);
  }
}
