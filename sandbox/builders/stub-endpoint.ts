import { act } from "@testing-library/react";
import type { JsonFailure } from "@/lib/http/post-json";

export type StubbedAnswer = { status: number; body: unknown };

/** Replaces `fetch` in jsdom. `calls` contains the requests, `answer` sets the next responses. */
export function stubEndpoint() {
  const calls: { path: string; body: unknown }[] = [];
  type Answer = StubbedAnswer | Promise<StubbedAnswer>;
  let next: (body: unknown) => Answer = () => ({ status: 503, body: {} });
  let onTheWay = 0;
  const before = globalThis.fetch;

  beforeEach(() => {
    calls.length = 0;
    Object.assign(globalThis, {
      fetch: async (path: string, init: RequestInit = {}) => {
        const sent: unknown = JSON.parse(String(init.body ?? "null"));
        calls.push({ path, body: sent });
        const { status, body } = await next(sent);
        // Responds asynchronously, as a network does, never in the same tick.
        onTheWay++;
        await new Promise((resolve) => setTimeout(resolve, 0));
        onTheWay--;
        const text = typeof body === "string" ? body : JSON.stringify(body);
        return { ok: status < 300, status, json: async () => JSON.parse(text) };
      },
    });
  });
  /** Waits until all responses are rendered. Doesn't work with fake timers. */
  const settle = () =>
    act(async () => {
      do await new Promise((resolve) => setTimeout(resolve, 0));
      while (onTheWay > 0);
    });
  // Otherwise a delayed response would show its message in the next test.
  afterEach(settle);
  afterAll(() => Object.assign(globalThis, { fetch: before }));

  return {
    calls,
    settle,
    answer: (answer: Answer) => {
      next = () => answer;
    },
    answerBy: (answer: (body: unknown) => Answer) => {
      next = answer;
    },
  };
}

export function aFailure(overrides: Partial<JsonFailure> = {}): JsonFailure {
  return {
    ok: false,
    status: 500,
    code: "unexpected",
    error: "An unexpected error occurred. Please try again.",
    fields: {},
    reply: {},
    ...overrides,
  };
}
