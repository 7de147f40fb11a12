import "server-only";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { isSameText } from "@/lib/base/signing";
import { bearerToken } from "@/lib/http/api-route";

/** Lets only the scheduler call, which sends CRON_SECRET as a bearer token; throws 401 for everybody else. */
export async function cron({ request }: { request: Request }): Promise<"scheduler"> {
  const given = bearerToken(request.headers) ?? "";
  if (isSameText(given, env().CRON_SECRET)) return "scheduler";
  throw new AppError("sign_in_required", { headers: { "www-authenticate": "Bearer" } });
}
