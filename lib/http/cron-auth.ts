import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { bearerToken } from "@/lib/http/api-route";

/** Lets only the scheduler call, which sends CRON_SECRET as a bearer token; throws 401 for everybody else. */
export async function cron({ request }: { request: Request }): Promise<"scheduler"> {
  const given = bearerToken(request.headers) ?? "";
  // Digests are of one length, so the comparison tells nothing about the secret, not even how long it is.
  if (timingSafeEqual(sha256(given), sha256(env().CRON_SECRET))) return "scheduler";
  throw new AppError("sign_in_required", { headers: { "www-authenticate": "Bearer" } });
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
