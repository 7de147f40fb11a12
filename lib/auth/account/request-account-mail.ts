import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { authFailure } from "@/lib/auth/auth-failure";
import { wasAccountEmailed } from "@/lib/auth/data";
import { ANSWER_AFTER_MS } from "@/lib/auth/sign-in-limits";
import { log } from "@/lib/base/log";
import { type DetachedClient, detachedAuthClient } from "@/lib/supabase/server";

type AccountMail = "recovery" | "confirmation";

/** Requests an email. Response and timing never reveal whether the account exists. Failures alert the operator. */
export async function requestAccountMail(kind: AccountMail, email: string): Promise<{ sent: true }> {
  const client = await detachedAuthClient();
  requestMail(client, kind, email).catch((error: unknown) =>
    log.error("auth.email_not_requested", error, { kind }),
  );
  await sleep(ANSWER_AFTER_MS);
  return { sent: true };
}

async function requestMail({ auth }: DetachedClient, kind: AccountMail, email: string): Promise<void> {
  const { error } =
    kind === "recovery"
      ? await auth.resetPasswordForEmail(email)
      : await auth.resend({ type: "signup", email });
  if (!error) return;
  const isRepeated = error.code === "over_email_send_rate_limit" && (await wasAccountEmailed(email));
  if (isRepeated) return log.info("auth.email_sent_already", { kind });
  const failure = authFailure(error, kind);
  if (failure.status === 503) throw failure;
}
