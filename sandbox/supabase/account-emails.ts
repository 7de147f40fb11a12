import { randomBytes, randomUUID } from "node:crypto";
import type postgres from "postgres";
import { findUser, refusal } from "./users.ts";

type Json = Record<string, unknown>;
export type SendConfirmation = (mail: { Email: string; TokenHash: string }) => Promise<void>;

/** The hosted default: one email per kind, person and minute. */
const INTERVAL_SECONDS = 60;

const RECOVERIES = ["POST /recover", "POST /otp", "POST /magiclink"];

/** Limits account emails like the hosted service, and resends confirmations. */
export class AccountEmails {
  readonly #sql: postgres.Sql;
  readonly #sendConfirmation: SendConfirmation;

  constructor(sql: postgres.Sql, sendConfirmation: SendConfirmation) {
    this.#sql = sql;
    this.#sendConfirmation = sendConfirmation;
  }

  async refuse(call: string, { email }: Json): Promise<Response | undefined> {
    return RECOVERIES.includes(call)
      ? this.#tooSoon("recovery_sent_at", String(email).toLowerCase())
      : undefined;
  }

  async refuseChange(email: unknown, userId: string): Promise<Response | undefined> {
    const [user] = await this.#sql<{ email: string }[]>`select email from auth.users where id = ${userId}`;
    if (!user || !email || user.email === String(email).toLowerCase()) return undefined;
    return this.#tooSoon("email_change_sent_at", user.email);
  }

  /**
   * Handles a sign-up with an existing address or a repeated confirmation, which the underlying service rejects.
   * Doesn't reveal confirmed accounts, because the response always describes a new person.
   */
  async confirmAgain({ email: given, data }: Json): Promise<Response> {
    const email = String(given).toLowerCase();
    const [user] = await this.#sql<{ id: string; isConfirmed: boolean }[]>`
      select id, confirmed_at is not null as "isConfirmed" from auth.users where email = ${email}`;
    if (!user || user.isConfirmed) return Response.json(nobody(email, data));
    const refused = await this.#tooSoon("confirmation_sent_at", email);
    if (refused) return refused;
    const hash = randomBytes(32).toString("hex");
    await this
      .#sql`update auth.users set confirmation_token = ${hash}, confirmation_sent_at = now() where id = ${user.id}`;
    await this.#sendConfirmation({ Email: email, TokenHash: hash });
    return Response.json(await findUser(this.#sql, user.id));
  }

  async #tooSoon(column: string, email: string): Promise<Response | undefined> {
    const [user] = await this.#sql<{ left: number }[]>`
      select ${INTERVAL_SECONDS} - extract(epoch from now() - ${this.#sql(column)})::float as left
      from auth.users where email = ${email}`;
    if (!user || !(user.left > 0)) return undefined;
    const left = Math.floor(user.left);
    const msg = `For security purposes, you can only request this after ${left} seconds.`;
    return refusal(429, "over_email_send_rate_limit", msg);
  }
}

function nobody(email: string, data: unknown) {
  const now = new Date();
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
