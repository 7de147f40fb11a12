import "server-only";
import { cron } from "@/lib/auth/session/require-caller";
import { AppError } from "@/lib/base/errors";

/**
 * Lets only the scheduler call (see cron). Throws 401 for everybody else, in words for whoever sets one up: nobody logs in
 * to call a job.
 */
export async function requireScheduler(call: { request: Request }): Promise<"scheduler"> {
  try {
    return await cron(call);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error;
    throw new AppError("scheduler_secret_wrong", { headers: error.headers });
  }
}
