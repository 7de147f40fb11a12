import { randomBytes, randomUUID } from "node:crypto";
import { toSVG } from "bwip-js/node";
import type postgres from "postgres";
import type { Claims, Sessions } from "./sessions.ts";
import { base32, isTotp } from "./totp.ts";
import { findUser, refusal } from "./users.ts";

const CHALLENGE_SECONDS = 300;
const MOST_FACTORS = 10;
const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

type Factor = { friendly_name: string; status: string };
type Json = Record<string, unknown>;

/** Enrolls, challenges, verifies and removes TOTP factors like the hosted service. */
export class Factors {
  readonly #sql: postgres.Sql;
  readonly #sessions: Sessions;
  readonly #issuer: string;

  constructor(sql: postgres.Sql, sessions: Sessions, issuer: string) {
    this.#sql = sql;
    this.#sessions = sessions;
    this.#issuer = issuer;
  }

  async isEnrolled(userId: string): Promise<boolean> {
    return (await this.#of(userId)).some(({ status }) => status === "verified");
  }

  #of(userId: string): Promise<Factor[]> {
    return this.#sql<Factor[]>`select friendly_name, status from auth.mfa_factors where user_id = ${userId}`;
  }

  async answer(request: Request, claims: Claims): Promise<Response | undefined> {
    const [, id = "", act = ""] = new URL(request.url).pathname.replace("/auth/v1/", "").split("/");
    const body = request.method === "POST" ? ((await request.json().catch(() => ({}))) as Json) : {};
    if (request.method === "POST" && !id) return this.#enroll(claims, body);
    if (!UUID.test(id)) return refusal(404, "validation_failed", "factor_id must be an UUID");
    const factor = await this.#find(id, claims);
    if (!factor) return refusal(404, "mfa_factor_not_found", "Factor not found");
    if (request.method === "DELETE" && !act) return this.#remove(factor, claims);
    if (request.method === "POST" && act === "challenge") return this.#challenge(factor);
    if (request.method === "POST" && act === "verify") return this.#verify(factor, claims, body);
    return undefined;
  }

  async #find(id: string, { sub }: Claims) {
    const [factor] = await this.#sql<{ id: string; status: string; secret: string }[]>`
      select id, status, secret from auth.mfa_factors where id = ${id} and user_id = ${sub}`;
    return factor;
  }

  async #enroll({ sub, aal, email }: Claims, body: Json): Promise<Response> {
    if (body.factor_type === "phone")
      return refusal(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
    if (body.factor_type !== "totp")
      return refusal(400, "validation_failed", "factor_type needs to be totp, phone, or webauthn");
    const name = String(body.friendly_name ?? "");
    await this.#sql`delete from auth.mfa_factors
      where status = 'unverified' and created_at < now() - interval '5 minutes'`;
    const present = await this.#of(sub);
    if (present.some((factor) => factor.friendly_name === name)) {
      const msg = `A factor with the friendly name "${name}" for this user already exists`;
      return refusal(422, "mfa_factor_name_conflict", msg);
    }
    if (present.length >= MOST_FACTORS) {
      const msg = "Maximum number of verified factors reached, unenroll to continue";
      return refusal(422, "too_many_enrolled_mfa_factors", msg);
    }
    if (aal !== "aal2" && present.some(({ status }) => status === "verified"))
      return refusal(403, "insufficient_aal", "AAL2 required to enroll a new factor");
    const [id, secret] = [randomUUID(), base32(randomBytes(20))];
    await this.#sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (${id}, ${sub}, ${name}, 'totp', 'unverified', ${secret})`;
    const issuer = encodeURIComponent(String(body.issuer ?? this.#issuer));
    const account = encodeURIComponent(String(email ?? ""));
    const uri = `otpauth://totp/${issuer}:${account}?algorithm=SHA1&digits=6&issuer=${issuer}&period=30&secret=${secret}`;
    const totp = { qr_code: toSVG({ bcid: "qrcode", text: uri }), secret, uri };
    return Response.json({ id, type: "totp", friendly_name: name, totp });
  }

  async #challenge({ id }: { id: string }): Promise<Response> {
    const challenge = randomUUID();
    await this.#sql`insert into auth.mfa_challenges (id, factor_id) values (${challenge}, ${id})`;
    await this.#sql`update auth.mfa_factors set last_challenged_at = now() where id = ${id}`;
    const expires_at = Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS;
    return Response.json({ id: challenge, type: "totp", expires_at });
  }

  async #verify(
    factor: { id: string; secret: string },
    claims: Claims,
    { challenge_id: challenge, code }: Json,
  ): Promise<Response> {
    if (!code) return refusal(400, "validation_failed", "Code needs to be non-empty");
    const [found] = UUID.test(String(challenge))
      ? await this.#sql<{ used: boolean; late: boolean }[]>`
          select verified_at is not null as used,
            created_at < now() - make_interval(secs => ${CHALLENGE_SECONDS}) as late
          from auth.mfa_challenges where id = ${String(challenge)} and factor_id = ${factor.id}`
      : [];
    if (!found) {
      return refusal(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
    }
    if (found.used)
      return refusal(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
    if (found.late) {
      const msg = `MFA challenge ${challenge} has expired, verify against another challenge or create a new challenge.`;
      return refusal(422, "mfa_challenge_expired", msg);
    }
    if (!isTotp(factor.secret, String(code)))
      return refusal(422, "mfa_verification_failed", "Invalid TOTP code entered");
    const refreshToken = await this.#sql.begin(async (tx) => {
      await tx`update auth.mfa_challenges set verified_at = now() where id = ${String(challenge)}`;
      await tx`update auth.mfa_factors set status = 'verified', updated_at = now()
               where id = ${factor.id} and status <> 'verified'`;
      await tx`delete from auth.mfa_factors where user_id = ${claims.sub} and status = 'unverified'`;
      return this.#sessions.raise(tx, claims, factor.id);
    });
    const session = await this.#sessions.opened(claims, refreshToken);
    return Response.json({ ...session, user: await findUser(this.#sql, claims.sub) });
  }

  async #remove({ id, status }: { id: string; status: string }, { aal }: Claims): Promise<Response> {
    if (status === "verified" && aal !== "aal2")
      return refusal(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    await this.#sql.begin(async (tx) => {
      await tx`delete from auth.mfa_factors where id = ${id}`;
      await this.#sessions.lower(tx, id);
    });
    return Response.json({ id });
  }
}
