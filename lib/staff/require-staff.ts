import "server-only";
import type { NextRequest } from "next/server";
import { getSessionContext } from "@/lib/auth/data";
import { verifyAccessToken } from "@/lib/auth/session/access-token";
import { reader, requireValidSession } from "@/lib/auth/session/require-caller";
import type { StaffRole } from "@/lib/auth/session-context";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import type { Call } from "@/lib/http/api-route";

/** An access token for staff reads, as an alternative to the bearer token and the session cookie. */
const ADMIN_TOKEN_HEADER = "x-admin-token";

export type StaffCaller = { userId: string; accessToken: string; role: StaffRole };

/**
 * Requires staff. Throws 401 unless the auth service confirms the session. Throws 403 unless the database returns a
 * staff role, with the second factor used if enrolled. Writes pass only the user ID, so the second factor is checked
 * only here.
 */
export async function staff({ request }: Pick<Call, "request">): Promise<StaffCaller> {
  const accessToken = await readToken(request);
  const [{ userId }, { staff_role: role }] = await Promise.all([
    requireValidSession(accessToken),
    getSessionContext(accessToken),
  ]);
  if (role === null) throw refused(userId, "staff_only");
  return { userId, accessToken, role };
}

/** Requires an owner. Otherwise throws as `staff` does. */
export async function owner(call: Pick<Call, "request">): Promise<StaffCaller> {
  const member = await staff(call);
  if (member.role !== "owner") throw refused(member.userId, "owner_only");
  return member;
}

function refused(userId: string, code: "staff_only" | "owner_only"): AppError {
  log.warn("staff.refused", { userId, code });
  return new AppError(code);
}

/** Returns the token from the admin header (401 if invalid), or else the bearer or cookie token. */
async function readToken(request: NextRequest): Promise<string> {
  const given = request.headers.get(ADMIN_TOKEN_HEADER);
  if (given === null) return (await reader({ request })).accessToken;
  if (await verifyAccessToken(given)) return given;
  throw new AppError("sign_in_required");
}
