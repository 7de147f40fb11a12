import type postgres from "postgres";

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>;
type Json = Record<string, unknown>;

export type EmailChangeMail = { Email: string; NewEmail: string; TokenHash: string };

const TOKEN_SECONDS = 3600;
const ACCEPTED = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const bodyOf = (message: Request | Response) =>
  message
    .clone()
    .json()
    .catch(() => ({})) as Promise<Json>;

/**
 * Changes an email only after both mailboxes confirm, like `double_confirm_changes`. The underlying service requires
 * confirmation only from the current address.
 */
export function withDoubleConfirmation<Env>(
  service: Fetch<Env>,
  sql: postgres.Sql,
  sendMail: (mail: EmailChangeMail) => Promise<void>,
): Fetch<Env> {
  async function begin(userId: string): Promise<void> {
    const [mail] = await sql<EmailChangeMail[]>`
      update auth.users set email_change_confirm_status = 0 where id = ${userId}
      returning email as "Email", email_change as "NewEmail", email_change_token_new as "TokenHash"`;
    if (mail) await sendMail(mail);
  }

  /** Accepts the first of the two links, then stores the other as the underlying service expects. */
  async function isFirstHalf(tokenHash: string): Promise<boolean> {
    const { count } = await sql`
      update auth.users set email_change_confirm_status = 1, email_change_token_new = null,
        email_change_token_current = case email_change_token_current
          when ${tokenHash} then email_change_token_new else email_change_token_current end
      where ${tokenHash} in (email_change_token_current, email_change_token_new)
        and email_change_confirm_status = 0
        and email_change_sent_at > now() - make_interval(secs => ${TOKEN_SECONDS})`;
    return count > 0;
  }

  return async (request, env) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/auth/v1/verify") {
      const { type, token_hash: tokenHash } = await bodyOf(request);
      if (type === "email_change" && tokenHash && (await isFirstHalf(String(tokenHash))))
        return Response.json({ code: "200", msg: ACCEPTED });
    }
    if (request.method !== "PUT" || pathname !== "/auth/v1/user") return service(request, env);
    const { email } = await bodyOf(request);
    const answer = await service(request, env);
    const { id, new_email: newEmail } = await bodyOf(answer);
    if (email && newEmail === String(email).toLowerCase()) await begin(String(id));
    return answer;
  };
}
