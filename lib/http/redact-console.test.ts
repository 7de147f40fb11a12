import { redactConsole } from "@/lib/http/redact-console";

const printed: unknown[][] = [];
const kept = console.error;
beforeEach(() => {
  printed.length = 0;
  console.error = (...said: unknown[]) => void printed.push(said);
  redactConsole();
});
afterEach(() => {
  console.error = kept;
});

test("an error that somebody prints is one line of our log, without addresses and keys", () => {
  const cause = new Error("Key (email)=(jane@example.org) of sb_secret_abc exists");
  console.error(" ⨯", new TypeError("no order\n  of jane@example.org", { cause }));
  expect(printed).toHaveLength(1);
  const line = JSON.parse(String(printed[0]?.[0]));
  expect(line).toEqual({
    at: expect.any(String),
    level: "error",
    event: "server.error",
    error: "TypeError: no order\n  of [email] <- Error: Key (email)=([email]) of sb_secret_[redacted] exists",
    places: expect.stringMatching(/^at .*redact-console\.test\.ts:\d+:\d+/),
  });
});

test("a message that looks like a frame is none, and an error without a stack has no places", () => {
  console.error(
    Object.assign(new Error("x"), { stack: "Error: at jane@example.org\n    at jane\n    at a (b.js:1:2)" }),
  );
  console.error(Object.assign(new Error("x"), { stack: undefined }));
  expect(printed.map(([line]) => JSON.parse(String(line)).places)).toEqual(["at a (b.js:1:2)", ""]);
});

test("whatever is no error is printed as it is", () => {
  console.error("ready", { port: 3000 });
  expect(printed).toEqual([["ready", { port: 3000 }]]);
});
