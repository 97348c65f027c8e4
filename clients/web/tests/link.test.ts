import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Link, type LinkState } from "../src/lib/link";
import type { ClientMessage, Hello, ServerMessage } from "../src/lib/protocol";

/** The browser's socket, whose other side is the test. */
class Socket {
  static all: Socket[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  readonly sent: ClientMessage[] = [];
  closed = false;

  constructor() {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  says(message: Partial<ServerMessage> & { type: string }): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Opens, and greets with a ticket for the next time. */
  welcome(ticket: string): void {
    this.onopen?.();
    this.says({ type: "welcome", ticket });
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
let states: LinkState[];
let posts: string[];
let signals: AbortSignal[];
/** What becomes of a request. */
let answer: () => Promise<Response>;
let link: Link;

const ok = (ticket: string): Response => new Response(JSON.stringify({ ticket }), { status: 200 });
const newest = (): Socket => Socket.all.at(-1) as Socket;
const greeted = (socket: Socket): string => (socket.sent[0] as Hello).ticket;
const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  vi.stubGlobal("location", { href: "http://127.0.0.1:8000/" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("WebSocket", Socket);
  [Socket.all, states, posts, signals] = [[], [], [], []];
  answer = () => Promise.resolve(ok("fetched"));
  vi.stubGlobal("fetch", (path: string, { signal }: RequestInit) => {
    posts.push(path);
    if (signal) signals.push(signal);
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
      void answer().then(resolve, reject);
    });
  });
  link = new Link({
    hello: (ticket, tab, conn) => ({ type: "hello", ticket, agent: "test", tab, conn }),
    message: () => {},
    state: (state) => states.push(state),
    lag: () => {},
  });
  link.connect();
  await pass(0);
  newest().welcome("kept");
  states = [];
  posts = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a connection that is lost", () => {
  test("is made anew within moments, with the ticket that the server has given for it", async () => {
    newest().onclose?.({ code: 1006 });
    expect(states).toEqual(["lost"]);
    await pass(19);
    expect(Socket.all).toHaveLength(1);
    await pass(101);
    expect(Socket.all).toHaveLength(2);
    newest().welcome("third");
    expect(greeted(newest())).toBe("kept");
    expect(posts).toEqual([]);
    expect(states).toEqual(["lost", "online"]);
    expect((Socket.all.map((socket) => socket.sent[0]) as Hello[]).map((hello) => hello.conn)).toEqual([1, 2]);
  });

  test("is made with a new ticket, if the kept one was not good any more", async () => {
    newest().onclose?.({ code: 1006 });
    await pass(120);
    newest().onopen?.();
    newest().onclose?.({ code: 4401 });
    await pass(240);
    newest().welcome("third");
    expect(greeted(newest())).toBe("fetched");
    expect(posts).toEqual(["/api/ticket"]);
  });

  test("is tried again after longer and longer, up to five seconds", async () => {
    const pauses: number[] = [];
    for (let i = 0; i < 9; i += 1) {
      const before = performance.now();
      newest().onclose?.({ code: 1006 });
      const tries = Socket.all.length;
      while (Socket.all.length === tries) await pass(1);
      pauses.push(performance.now() - before);
    }
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    expect(pauses[0]).toBeGreaterThanOrEqual(20);
    expect(pauses[0]).toBeLessThanOrEqual(121);
    expect(pauses[8]).toBeGreaterThan(2_000);
    expect(pauses[8]).toBeLessThanOrEqual(5_001);
  });

  test("because it was read too slowly says so, and is made anew", async () => {
    newest().onclose?.({ code: 4408 });
    expect(states).toEqual(["slow"]);
    await pass(120);
    newest().welcome("third");
    expect(states).toEqual(["slow", "online"]);
  });

  test("through silence is noticed, though nobody has closed it", async () => {
    const dead = newest();
    dead.says({ type: "pong", t: 0 });
    await pass(2_499);
    expect(states).toEqual([]);
    await pass(101);
    expect(states).toEqual(["lost"]);
    expect(dead.closed).toBe(true);
    expect(dead.sent.map((message) => message.type)).toEqual(["hello", "ping", "ping"]);
    expect(Socket.all).toHaveLength(2);
    dead.welcome("too late");
    expect(states).toEqual(["lost"]);
  });

  test("is not tried again if another tab has the seat, or nobody understands this page", async () => {
    newest().onclose?.({ code: 4409 });
    await pass(60_000);
    expect(states).toEqual(["replaced"]);
    link.connect();
    await pass(0);
    newest().onopen?.();
    newest().onclose?.({ code: 4400 });
    await pass(60_000);
    expect(states).toEqual(["replaced", "connecting", "refused"]);
    expect(Socket.all).toHaveLength(2);
  });

  test("after too many messages is tried again later", async () => {
    newest().onclose?.({ code: 4429 });
    await pass(9_999);
    expect(Socket.all).toHaveLength(1);
    await pass(200);
    expect(Socket.all).toHaveLength(2);
  });
});

test("a server that stops says when to leave, and until then all goes on over the connection", async () => {
  const old = newest();
  old.says({ type: "goaway", retry_ms: 300 });
  await pass(299);
  expect(link.send({ type: "resync" })).toBe(true);
  expect(old.sent.at(-1)).toEqual({ type: "resync" });
  expect([old.closed, states, Socket.all.length]).toEqual([false, [], 1]);
  await pass(1);
  expect([old.closed, Socket.all.length]).toEqual([true, 2]);
  newest().welcome("third");
  expect(greeted(newest())).toBe("kept");
  expect(states).toEqual(["restarting", "online"]);
  await pass(1_000);
  expect(Socket.all).toHaveLength(2);
});

test("whoever is asked to leave and is closed before it is time tries again within moments", async () => {
  newest().says({ type: "goaway", retry_ms: 300 });
  newest().onclose?.({ code: 1012 });
  expect(states).toEqual(["restarting"]);
  await pass(120);
  newest().welcome("third");
  expect(greeted(newest())).toBe("kept");
  expect(states).toEqual(["restarting", "online"]);
});

test("a server that takes a connection and does not greet is left, later and later", async () => {
  newest().onclose?.({ code: 1006 });
  await pass(120);
  newest().onopen?.();
  const stuck = newest();
  await pass(5_000);
  expect(stuck.closed).toBe(true);
  expect(Socket.all.length).toBe(2);
  await pass(300);
  expect(posts).toEqual(["/api/ticket"]);
  expect(Socket.all.length).toBe(3);
});

test("a request that is not answered is given up with its attempt", async () => {
  answer = () => new Promise(() => {});
  link.connect();
  await pass(2_500);
  expect(states).toEqual(["connecting", "lost"]);
  expect(signals.at(-1)?.aborted).toBe(true);
  answer = () => Promise.resolve(ok("fetched"));
  await pass(120);
  newest().welcome("next");
  expect(states).toEqual(["connecting", "lost", "online"]);
});

test("another name is known at once: the kept ticket is of the old one", async () => {
  link.connect();
  await pass(0);
  newest().welcome("next");
  expect(greeted(newest())).toBe("fetched");
});
