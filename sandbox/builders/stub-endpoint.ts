import { act } from "@testing-library/react";

/** What a test of a component in jsdom lets our endpoint answer; `body` is JSON unless it is a text. */
export type StubbedAnswer = { status: number; body: unknown };

/**
 * Stands in for the endpoints of the product while a component is tested in jsdom, which has no fetch. `calls` holds what
 * was sent, `answer` says what comes back from now on; a promise keeps the component waiting.
 */
export function stubEndpoint() {
  const calls: { path: string; body: unknown }[] = [];
  type Answer = StubbedAnswer | Promise<StubbedAnswer>;
  let next: (body: unknown) => Answer = () => ({ status: 503, body: {} });
  /** How many answers have not reached the component yet. */
  let onTheWay = 0;
  const before = globalThis.fetch;

  beforeEach(() => {
    calls.length = 0;
    Object.assign(globalThis, {
      fetch: async (path: string, init: RequestInit = {}) => {
        const sent: unknown = JSON.parse(String(init.body ?? "null"));
        calls.push({ path, body: sent });
        const { status, body } = await next(sent);
        // As from a network, never within the same turn.
        onTheWay++;
        await new Promise((resolve) => setTimeout(resolve, 0));
        onTheWay--;
        const text = typeof body === "string" ? body : JSON.stringify(body);
        return { ok: status < 300, status, json: async () => JSON.parse(text) };
      },
    });
  });
  /** Waits until every answer that was given is on the screen, also those to calls that follow from one. Not with fake timers. */
  const settle = () =>
    act(async () => {
      do await new Promise((resolve) => setTimeout(resolve, 0));
      while (onTheWay > 0);
    });
  // Otherwise a late answer shows its message in the next test.
  afterEach(settle);
  afterAll(() => Object.assign(globalThis, { fetch: before }));

  return {
    calls,
    settle,
    answer: (answer: Answer) => {
      next = () => answer;
    },
    /** Lets each answer depend on what was sent. */
    answerBy: (answer: (body: unknown) => Answer) => {
      next = answer;
    },
  };
}
