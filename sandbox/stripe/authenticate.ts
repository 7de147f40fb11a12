import { timingSafeEqual } from "node:crypto";
import { StripeError } from "./errors.ts";
import type { Permissions } from "./permissions.ts";

function sentKey(authorization: string | undefined): string | null {
  const [scheme = "", value = ""] = (authorization ?? "").split(" ", 2);
  if (/^bearer$/i.test(scheme)) return value || null;
  // Stripe also takes the key as the user name of basic authentication.
  if (/^basic$/i.test(scheme)) return Buffer.from(value, "base64").toString().split(":")[0] || null;
  return null;
}

function masked(key: string): string {
  return key.length <= 12 ? "*".repeat(key.length) : `${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`;
}

/**
 * Returns what the header's key may do: the permissions of a restricted key, or undefined for the secret key, which may
 * do all. Throws Stripe's 401 for any other.
 */
export function authenticate(
  authorization: string | undefined,
  secretKey: string,
  restricted: Record<string, Permissions>,
): Permissions | undefined {
  const key = sentKey(authorization);
  if (key === null)
    throw new StripeError(401, {
      type: "invalid_request_error",
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth " +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, " +
        "or we can help at https://support.stripe.com/.",
    });
  if (Object.hasOwn(restricted, key)) return restricted[key];
  const given = Buffer.from(key);
  const expected = Buffer.from(secretKey);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new StripeError(401, {
      type: "invalid_request_error",
      message: `Invalid API Key provided: ${masked(key)}`,
    });
  return undefined;
}
