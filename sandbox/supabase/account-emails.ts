import { randomBytes, randomUUID } from "node:crypto";
import type postgres from "postgres";
import { refusal, userOf } from "./users.ts";

type Json = Record<string, unknown>;
export type SendConfirmation = (mail: { Email: string; TokenHash: string }) => Promise<void>;

/** The hosted service's default: one email of a kind per person a minute. */
const INTERVAL_SECONDS = 60;

/** The calls that send an email with the token of a recovery. */
const RECOVERIES = ["POST /recover", "POST /otp", "POST /magiclink"];

/** Account emails as the hosted auth service sends them: not too often, and again for an account that isn't confirmed. */
export class AccountEmails {
  readonly #sql: postgres.Sql;
  readonly #sendConfirmation: SendConfirmation;

  constructor(sql: postgres.Sql, sendConfirmation: SendConfirmation) {
    this.#sql = sql;
    this.#sendConfirmation = sendConfirmation;
  }

  /** Refuses a call (such as `POST /recover`) that sends an email too soon after the last one of its kind. */
  async refuse(call: string, { email }: Json): Promise<Response | undefined> {
    return RECOVERIES.includes(call)
      ? this.#tooSoon("recovery_sent_at", String(email).toLowerCase())
      : undefined;
  }

  /** Refuses to change a person's address too soon after they last asked for it. */
  async refuseChange(email: unknown, userId: string): Promise<Response | undefined> {
    const [user] = await this.#sql<{ email: string }[]>`select email from auth.users where id = ${userId}`;
    if (!user || !email || user.email === String(email).toLowerCase()) return undefined;
    return this.#tooSoon("email_change_sent_at", user.email);
  }

  /**
   * Returns a sign-up with an address that has an account, or a request to send its confirmation again. The service behind
   * refuses both. A confirmed account isn't revealed: the answer describes a person who doesn't exist.
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
    return Response.json(await userOf(this.#sql, user.id));
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
