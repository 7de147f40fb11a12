import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError, type ErrorCode, errorCodes, ServiceUnavailableError } from "@/lib/base/errors";

const codes = Object.keys(errorCodes) as ErrorCode[];

test.each(codes)("%s has a status that says no, and a sentence of its own or none", (code) => {
  const { status, text } = errorCodes[code];
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  if (text !== null) expect(text).toMatch(/\S/);
});

test("no code is there that nobody throws", () => {
  const sources = ["app", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test.") && path !== "base/errors.ts")
      .map((path) => readFileSync(join(folder, path), "utf8")),
  );
  const all = sources.join("\n");
  // ServiceUnavailableError puts these together from the service's name.
  const unavailable = /^(database|auth|payments|storage)_unavailable$/;
  expect(codes.filter((code) => !unavailable.test(code) && !all.includes(`"${code}"`))).toEqual([]);
});

test("an error has the status and the text of its code, or a text that carries data", () => {
  expect(new AppError("price_changed")).toMatchObject({
    name: "AppError",
    code: "price_changed",
    status: 409,
    message: "The price changed. Please check the new total and try again.",
  });
  expect(
    new AppError("over_allowance", { text: "You can only submit up to 3 cards this month" }),
  ).toMatchObject({ status: 409, message: "You can only submit up to 3 cards this month" });
});

test("a code without a text of its own takes none that is not brought along", () => {
  // @ts-expect-error The text is missing.
  expect(new AppError("over_allowance").message).toBe(errorCodes.unexpected.text);
});

test("a service that is away is worth another try in a moment", () => {
  const error = new ServiceUnavailableError("payments", new Error("timeout"));
  expect(error).toMatchObject({
    code: "payments_unavailable",
    status: 503,
    headers: { "retry-after": "5" },
    service: "payments",
  });
});
