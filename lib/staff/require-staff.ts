import "server-only";
import type { NextRequest } from "next/server";
import { getSessionContext } from "@/lib/auth/data";
import { verifyAccessToken } from "@/lib/auth/session/access-token";
import { reader, requireStandingSession } from "@/lib/auth/session/require-caller";
import type { StaffRole } from "@/lib/auth/session-context";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import type { Call } from "@/lib/http/api-route";

/** Carries the caller's own access token on the staff's reads, beside the bearer token and the session's cookie. */
const ADMIN_TOKEN_HEADER = "x-admin-token";

/** A member of staff who calls, with the token to read as them. */
export type StaffCaller = { userId: string; accessToken: string; role: StaffRole };

/**
 * Lets staff call: the auth service has confirmed the session (401), and the database says that its person is staff
 * now, with the second factor used where one is enrolled (403). Writes name the person only, so a token that has not
 * seen the second factor must stop here.
 */
export async function staff({ request }: Pick<Call, "request">): Promise<StaffCaller> {
  const accessToken = await tokenOf(request);
  const [{ userId }, { staff_role: role }] = await Promise.all([
    requireStandingSession(accessToken),
    getSessionContext(accessToken),
  ]);
  if (role === null) throw refused(userId, "staff_only");
  return { userId, accessToken, role };
}

/** Lets owners alone call: as `staff`, and throws 403 for the other staff. */
export async function owner(call: Pick<Call, "request">): Promise<StaffCaller> {
  const member = await staff(call);
  if (member.role !== "owner") throw refused(member.userId, "owner_only");
  return member;
}

/** Logs who was refused. */
function refused(userId: string, code: "staff_only" | "owner_only"): AppError {
  log.warn("staff.refused", { userId, code });
  return new AppError(code);
}

/** Returns the token of the admin header where one was sent (401 for a false one), else that of bearer or cookie. */
async function tokenOf(request: NextRequest): Promise<string> {
  const given = request.headers.get(ADMIN_TOKEN_HEADER);
  if (given === null) return (await reader({ request })).accessToken;
  if (await verifyAccessToken(given)) return given;
  throw new AppError("sign_in_required");
}
