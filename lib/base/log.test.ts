import { log } from "@/lib/base/log";

let out: string[];
let errors: string[];
beforeEach(() => {
  out = [];
  errors = [];
  jest.spyOn(console, "info").mockImplementation((line) => void out.push(line));
  jest.spyOn(console, "error").mockImplementation((line) => void errors.push(line));
});
afterEach(() => jest.restoreAllMocks());

/** What the log says of an error. */
function told(error: unknown): string {
  log.error("test.failed", error);
  return JSON.parse(errors.at(-1) ?? "{}").error;
}

test("a line is JSON with its time, its level and its event; what is wrong goes to the errors", () => {
  log.info("test.done", { order: "1", count: 2, isLate: false, reason: null });
  log.warn("test.odd");
  log.warn("test.odder", { why: "so" });
  log.info("test.bare");
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(out.map((line) => JSON.parse(line))).toEqual([
    { at, level: "info", event: "test.done", order: "1", count: 2, isLate: false, reason: null },
    { at, level: "info", event: "test.bare" },
  ]);
  expect(errors.map((line) => JSON.parse(line))).toEqual([
    { at, level: "warn", event: "test.odd" },
    { at, level: "warn", event: "test.odder", why: "so" },
  ]);
});

test("an error is told by its name and message, with its causes and the fields beside it", () => {
  const root = new TypeError("no connection");
  const error = new Error("not done", { cause: new RangeError("too far", { cause: root }) });
  log.error("test.failed", error, { order: "1" });
  expect(JSON.parse(errors[0] ?? "")).toEqual({
    at: expect.any(String),
    level: "error",
    event: "test.failed",
    order: "1",
    error: "Error: not done <- RangeError: too far <- TypeError: no connection",
  });
  expect(out).toEqual([]);
});

test("what is thrown and is no error is told by its kind alone", () => {
  expect(told("jane@example.org")).toBe("string");
  expect(told({ secret: 1 })).toBe("object");
  expect(told(new Error("a", { cause: "sk_test_1" }))).toBe("Error: a <- string");
});

test.each([
  ["no account of jane.doe+cards@mail.example.org", "no account of [email]"],
  ['"jane@example.org" and <joe@example.org>, (jo@example.org);', '"[email]" and <[email]>, ([email]);'],
  ["to:jane@example.org, 'jo@example.org'", "to:[email], '[email]'"],
  ["sk_live_51HxYz.AbC-1 is no key", "sk_[redacted] is no key"],
  [
    "rk_test_12 whsec_Ab12 sb_secret_x-1 cs_test_a1B2",
    "rk_[redacted] whsec_[redacted] sb_secret_[redacted] cs_[redacted]",
  ],
  ["Bearer eyJhbGciOi.eyJzdWIi.SflKx_wR", "Bearer eyJ[redacted]"],
  ["key=sk_test_1,key=sk_test_2", "key=sk_[redacted],key=sk_[redacted]"],
  ["ask_me and price_sandbox_pro stay", "ask_me and price_sandbox_pro stay"],
  ["an order of pi_1 at 10:30 stays", "an order of pi_1 at 10:30 stays"],
])("%s is written as %s", (message, written) => {
  expect(told(new Error(message))).toBe(`Error: ${written}`);
});

test("a secret in a cause, or in the name of an error, is blacked out too", () => {
  const named = new Error("refused", { cause: new Error("by whsec_Ab12 of jane@example.org") });
  named.name = "sk_test_1";
  expect(told(named)).toBe("sk_[redacted]: refused <- Error: by whsec_[redacted] of [email]");
});
