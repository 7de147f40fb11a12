import { AuthApiError, AuthRetryableFetchError, AuthUnknownError } from "@supabase/supabase-js";
import { authFailure, authRefusal } from "@/lib/auth/session/auth-failure";
import { AppError } from "@/lib/base/errors";

const AWAY = new AuthRetryableFetchError("fetch failed", 0);
const REFUSED = new AuthApiError("Invalid login credentials", 400, "invalid_credentials");

test("a service that is away is a 503, whatever a refusal would be", () => {
  const otherwise = jest.fn();
  expect(authFailure(AWAY, otherwise)).toMatchObject({ status: 503 });
  expect(otherwise).not.toHaveBeenCalled();
  expect(authRefusal(AWAY)).toMatchObject({ status: 503 });
});

test("an answer that is no JSON is a service that is away, not a refusal in a parser's words", () => {
  const unread = new AuthUnknownError("Unexpected non-whitespace character after JSON", new Error());
  expect(authRefusal(unread)).toMatchObject({ status: 503, message: expect.not.stringContaining("JSON") });
});

test("a refusal is what the caller makes of it", () => {
  const own = new AppError("login_refused");
  expect(authFailure(REFUSED, () => own)).toBe(own);
});

test("a refusal is told in the service's own words", () => {
  expect(authRefusal(REFUSED)).toMatchObject({ status: 400, message: "Invalid login credentials" });
});
