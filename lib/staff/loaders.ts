import "server-only";
import { redirect } from "next/navigation";
import { loginFor } from "@/lib/auth/session/access";
import { requireStandingSession } from "@/lib/auth/session/caller";
import { requireUser } from "@/lib/auth/session/loaders";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { paths } from "@/lib/base/paths";

/**
 * Reads what a page for staff shows, as the person of this request: who is not signed in goes to /login, who is no
 * staff to the dashboard, and null is a read that failed, which the page says.
 */
export async function loadForStaff<Data>(
  path: string,
  read: (accessToken: string) => Promise<Data>,
): Promise<{ data: Data } | null> {
  const { accessToken } = await requireUser(path);
  const standing = requireStandingSession(accessToken);
  const results = await Promise.allSettled([standing, read(accessToken)]);
  const [session, data] = results;
  if (isRefusal(session, 401)) redirect(loginFor(new URL(path, env().APP_URL)));
  if (isRefusal(data, 403)) redirect(paths.dashboard);
  if (session.status === "fulfilled" && data.status === "fulfilled") return { data: data.value };
  for (const result of results) {
    if (result.status === "rejected") log.error("staff.read_failed", result.reason, { path });
  }
  return null;
}

function isRefusal(result: PromiseSettledResult<unknown>, status: number): boolean {
  return result.status === "rejected" && result.reason instanceof AppError && result.reason.status === status;
}
