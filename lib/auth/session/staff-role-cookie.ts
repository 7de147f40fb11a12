import "server-only";
import { type StaffRole, staffRoleSchema } from "@/lib/auth/session-context";
import { hashOf, isSigned, sign } from "@/lib/base/signing";
import { serverCookie } from "@/lib/supabase/cookies";

const SECONDS = 300;

type Holder = { userId: string; accessToken: string };

/**
 * Caches a staff role for five minutes, for links and redirects only. Every staff read and write checks the database.
 * A removed member may still be redirected for that long. A refreshed token needs a new value.
 */
export const staffRoleCookie = () => ({ ...serverCookie("staff-role"), maxAge: SECONDS });

/** Creates a cookie value: role, expiry (seconds since 1970) and a signature over both and the holder. */
export function newStaffRoleValue(role: StaffRole, holder: Holder, now: number = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + SECONDS);
  return [role, expires, sign("staff-role", signedText(role, expires, holder))].join(".");
}

/** Returns the role if the value is valid, unexpired and issued to this holder, else null. `now` is in milliseconds. */
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
