import { messages } from "@/lib/base/words";
import { getJson, postJson } from "@/lib/http/post-json";

const answers = jest.fn<Promise<Response>, [string, RequestInit]>();
globalThis.fetch = answers as unknown as typeof fetch;

const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));

beforeEach(() => answers.mockReset());
afterEach(() => jest.useRealTimers());

test("sends JSON and answers what came back", async () => {
  answers.mockReturnValue(json({ url: "/next" }, 201));
  expect(await postJson("/api/x", { a: 1 }, { method: "DELETE" })).toEqual({
    ok: true,
    status: 201,
    data: { url: "/next" },
  });
  expect(answers).toHaveBeenCalledWith(
    "/api/x",
    expect.objectContaining({
      method: "DELETE",
      headers: { "content-type": "application/json" },
      body: '{"a":1}',
    }),
  );
});

test("sends by POST unless told otherwise", async () => {
  answers.mockReturnValue(json({}));
  await postJson("/api/x", {});
  expect(answers.mock.calls[0]?.[1].method).toBe("POST");
});

test("a failure keeps the whole answer", async () => {
  const body = {
    error: "Too many cards.",
    code: "over_allowance",
    fields: { count: "Too many." },
    order: { version: 3 },
  };
  answers.mockReturnValue(json(body, 409));
  expect(await postJson("/api/x", {})).toEqual({
    ok: false,
    status: 409,
    code: "over_allowance",
    error: "Too many cards.",
    fields: { count: "Too many." },
    reply: body,
  });
});

test.each([[null], ["no"], [[]], [{}], [{ error: 1, code: 2, fields: "x" }], [{ error: "" }]])(
  "a failure that says %j has a text for the person all the same",
  async (body) => {
    answers.mockReturnValue(json(body, 502));
    expect(await postJson("/api/x", {})).toMatchObject({
      ok: false,
      status: 502,
      code: "unexpected",
      error: messages.unexpected,
      fields: {},
    });
  },
);

test.each([["x"], [null], [7], [undefined]])(
  "what is wrong with no field (%j) is told of none",
  async (fields) => {
    answers.mockReturnValue(json({ error: "Please check the form.", code: "invalid_input", fields }, 400));
    const answer = await postJson("/api/x", {});
    expect(answer.ok ? null : answer.fields).toEqual({});
  },
);

test("words without a code are told all the same", async () => {
  answers.mockReturnValue(json({ error: "Be right back." }, 503));
  expect(await postJson("/api/x", {})).toMatchObject({ code: "unknown", error: "Be right back." });
});

const noAnswer = {
  ok: false,
  status: 0,
  code: "no_answer",
  error: messages.unexpected,
  fields: {},
  reply: {},
};

test("nobody there, and an answer that is no JSON, are no answer", async () => {
  answers.mockRejectedValueOnce(new TypeError("fetch failed"));
  expect(await postJson("/api/x", {})).toEqual(noAnswer);
  answers.mockReturnValueOnce(Promise.resolve(new Response("<html>", { status: 502 })));
  expect(await postJson("/api/x", {})).toEqual(noAnswer);
});

test("who is offline is told so", async () => {
  answers.mockRejectedValueOnce(new TypeError("fetch failed"));
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  const answer = await postJson("/api/x", {});
  Reflect.deleteProperty(navigator, "onLine");
  expect(answer).toEqual({
    ...noAnswer,
    error: "You are offline. Please check your connection and try again.",
  });
});

/** A connection that stalls: it ends only when the caller gives up. */
const stalls = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

test("a connection that stalls is given up after twelve seconds", async () => {
  jest.useFakeTimers();
  answers.mockImplementation(stalls);
  const done = jest.fn();
  const posted = postJson("/api/x", {}).then(done);
  const asked = getJson("/api/x").then(done);
  await jest.advanceTimersByTimeAsync(11_999);
  expect(done).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  await Promise.all([posted, asked]);
  expect(done.mock.calls).toEqual([[noAnswer], [noAnswer]]);
});

test("a page that is left gives its call up at once", async () => {
  answers.mockImplementation(stalls);
  const left = new AbortController();
  const posted = postJson("/api/x", {}, { signal: left.signal });
  left.abort();
  expect(await posted).toEqual(noAnswer);
});
