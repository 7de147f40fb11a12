import "server-only";
import type { NextRequest } from "next/server";
import { getSessionContext } from "@/lib/auth/data";
import { verifyAccessToken } from "@/lib/auth/session/access-token";
import { getCaller, requireStandingSession } from "@/lib/auth/session/caller";
import { AppError } from "@/lib/base/errors";
import { isUuid } from "@/lib/staff/orders/list-query";

/** Carries the caller's own access token on the staff's reads, beside the bearer token and the session's cookie. */
export const ADMIN_TOKEN_HEADER = "x-admin-token";

/**
 * Who asks for what only staff may do or see: the auth service has confirmed the session, and the database says that
 * its person is staff now, with the second factor used where one is enrolled (403). Writes name the person only, so a
 * token that has not seen the second factor must stop here.
 */
export async function requireStaffCaller(
  request: NextRequest,
): Promise<{ userId: string; accessToken: string }> {
  const accessToken = await tokenOf(request);
  const [{ userId }, { staff_role: role }] = await Promise.all([
    requireStandingSession(accessToken),
    getSessionContext(accessToken),
  ]);
  if (role === null) throw new AppError("staff_only");
  return { userId, accessToken };
}

async function tokenOf(request: NextRequest): Promise<string> {
  const given = request.headers.get(ADMIN_TOKEN_HEADER);
  if (given !== null) {
    if (await verifyAccessToken(given)) return given;
    throw new AppError("sign_in_required");
  }
  const { accessToken } = await getCaller(request);
  if (!accessToken) throw new AppError("sign_in_required");
  return accessToken;
}

const ORDERS = "/api/admin/orders/";

/** The order that the address of its endpoint names; 404 for what cannot be one. */
export function orderIdOf(request: NextRequest): string {
  const id = request.nextUrl.pathname.slice(ORDERS.length).split("/")[0] ?? "";
  if (!isUuid(id)) throw noSuchOrder();
  return id;
}

/** The answer for an order that is not there. */
export function noSuchOrder(): AppError {
  return new AppError("order_not_found");
}
