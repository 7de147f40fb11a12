import "server-only";
import { env } from "@/lib/base/env";
import { AppError, messages } from "@/lib/base/errors";
import { isSameText } from "@/lib/base/signing";
import { bearerToken } from "@/lib/http/api-route";

/** Lets only the scheduler in, which sends CRON_SECRET as a bearer token; throws 401 for everybody else. */
export function requireCron(request: Request): void {
  const given = bearerToken(request.headers) ?? "";
  if (isSameText(given, env().CRON_SECRET)) return;
  throw new AppError(401, messages.signInRequired, { headers: { "www-authenticate": "Bearer" } });
}
