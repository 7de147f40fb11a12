import "server-only";
import type { NextRequest } from "next/server";
import * as z from "zod/mini";
import { getSessionContext } from "@/lib/auth/data";
import { verifyAccessToken } from "@/lib/auth/session/access-token";
import { reader, requireStandingSession } from "@/lib/auth/session/require-caller";
import { isOwner, type StaffRole, staffRoleSchema } from "@/lib/auth/session-context";
import { missingRightWords, myRightsSchema, type StaffRight } from "@/lib/auth/staff-right";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import type { Call } from "@/lib/http/api-route";
import { readAsStaff } from "@/lib/staff/data";

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
  if (!isOwner(member.role)) throw refused(member.userId, "not_allowed", "Only an owner may do this.");
  return member;
}

/** Lets those of the staff call who have a right: as `staff`, and throws as requireRight does. */
export function staffWith(right: StaffRight) {
  return async ({ request }: Pick<Call, "request">): Promise<StaffCaller> => {
    const accessToken = await tokenOf(request);
    const [{ userId }, mine] = await Promise.all([
      requireStandingSession(accessToken),
      readRights(accessToken),
    ]);
    if (mine === null) throw refused(userId, "staff_only");
    if (!mine.rights.includes(right))
      throw refused(userId, "not_allowed", missingRightWords(right, mine.ask));
    return { userId, accessToken, role: mine.staff_role };
  };
}

/**
 * Throws 403, with whom to ask for it, unless a member of staff has a right now. Owners have them all. The database decides
 * again when it writes.
 */
export async function requireRight(
  { userId, accessToken, role }: StaffCaller,
  right: StaffRight,
): Promise<void> {
  if (isOwner(role)) return;
  const mine = await readRights(accessToken);
  if (!mine?.rights.includes(right))
    throw refused(userId, "not_allowed", missingRightWords(right, mine?.ask ?? null));
}

const rightsSchema = z.extend(myRightsSchema, { staff_role: staffRoleSchema });

/** Reads what the holder of a token may do as staff; null for who is none. */
async function readRights(accessToken: string): Promise<z.infer<typeof rightsSchema> | null> {
  try {
    return await readAsStaff(accessToken, "staff_my_rights", {}, rightsSchema);
  } catch (error) {
    if (error instanceof AppError && error.code === "staff_eyes_only") return null;
    throw error;
  }
}

/** Keeps in the log who stood before a door that is not theirs. */
function refused(userId: string, code: "staff_only" | "not_allowed", text?: string): AppError {
  log.warn("staff.refused", { userId, code });
  return new AppError(code, text ? { text } : {});
}

/** Answers the token of the admin header where one was sent (401 for a false one), else that of bearer or cookie. */
async function tokenOf(request: NextRequest): Promise<string> {
  const given = request.headers.get(ADMIN_TOKEN_HEADER);
  if (given === null) return (await reader({ request })).accessToken;
  if (await verifyAccessToken(given)) return given;
  throw new AppError("sign_in_required");
}
