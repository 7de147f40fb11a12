import "server-only";
import { type StaffRole, staffRoleSchema } from "@/lib/auth/session-context";
import { hashOf, isSigned, sign } from "@/lib/base/signing";
import { serverCookie } from "@/lib/supabase/cookies";

const SECONDS = 300;

/** The cookie belongs to a person with the access token of this browser's session. */
type Holder = { userId: string; accessToken: string };

/**
 * Returns name and attributes of the cookie that tells middleware and the header a person's staff role for five
 * minutes, so that they need not ask the database for each page. It opens no data: every read and write of the
 * staff's pages asks the database itself. Log-in sets it, and middleware after it had to ask; only staff get one.
 * Server Components cannot set cookies, so no page renews it.
 *
 * The value is bound to the access token: another person, another session and a refreshed token need a new one.
 * Someone who is taken off the staff is still led to its pages for five minutes at most, and is refused what they
 * show.
 */
export const staffRoleCookie = () => ({ ...serverCookie("staff-role"), maxAge: SECONDS });

/**
 * Creates a fresh cookie value: the role, its expiry (seconds since 1970), and our signature over both and the holder.
 */
export function newStaffRoleValue(role: StaffRole, holder: Holder, now: number = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + SECONDS);
  return [role, expires, sign("staff-role", signedText(role, expires, holder))].join(".");
}

/**
 * Returns the role that a cookie value of this holder tells; null for any other text, and once it has run out (`now`:
 * milliseconds).
 */
export function staffRoleOf(
  value: string | undefined,
  holder: Holder,
  now: number = Date.now(),
): StaffRole | null {
  const [text, expires, signature, ...rest] = value?.split(".") ?? [];
  const role = staffRoleSchema.options.find((known) => known === text);
  if (!role || !expires || !signature || rest.length > 0) return null;
  if (!isSigned("staff-role", signedText(role, expires, holder), signature)) return null;
  return Number(expires) * 1000 > now ? role : null;
}

function signedText(role: string, expires: string, { userId, accessToken }: Holder): string {
  return [role, expires, userId, hashOf(accessToken)].join(":");
}
