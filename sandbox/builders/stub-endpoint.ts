/** What a test of a component in jsdom lets our endpoint answer; `body` is JSON unless it is a text. */
export type StubbedAnswer = { status: number; body: unknown };

/**
 * Stands in for the endpoints of the product while a component is tested in jsdom, which has no fetch. `calls` holds what
 * was sent, `answer` says what comes back from now on; a promise keeps the component waiting.
 */
export function stubEndpoint() {
  const calls: { path: string; body: unknown }[] = [];
  let next: StubbedAnswer | Promise<StubbedAnswer> = { status: 503, body: {} };
  const before = globalThis.fetch;

  beforeEach(() => {
    calls.length = 0;
    Object.assign(globalThis, {
      fetch: async (path: string, init: RequestInit = {}) => {
        calls.push({ path, body: JSON.parse(String(init.body ?? "null")) });
        const { status, body } = await next;
        // As from a network, never within the same turn.
        await new Promise((resolve) => setTimeout(resolve, 0));
        const text = typeof body === "string" ? body : JSON.stringify(body);
        return { ok: status < 300, status, json: async () => JSON.parse(text) };
      },
    });
  });
  afterAll(() => Object.assign(globalThis, { fetch: before }));

  return {
    calls,
    answer: (answer: StubbedAnswer | Promise<StubbedAnswer>) => {
      next = answer;
    },
  };
}
