import { randomBytes, randomUUID } from "node:crypto";
import { decodeJwt, type JWTPayload } from "jose";
import type postgres from "postgres";
import { type AccessTokens, bearerOf } from "./access-tokens.ts";

type Sql = postgres.Sql | postgres.TransactionSql;
export type Claims = JWTPayload & { sub: string; session_id: string; aal?: string };

export type Method = "password" | "otp" | "oauth" | "totp";

/** Sessions with their assurance level, which tokens also contain after a refresh. */
export class Sessions {
  readonly #sql: postgres.Sql;
  readonly #tokens: AccessTokens;
  readonly #issuer: string;
  readonly #lifeSeconds: number;

  constructor(sql: postgres.Sql, tokens: AccessTokens, issuer: string, lifeSeconds: number) {
    this.#sql = sql;
    this.#tokens = tokens;
    this.#issuer = issuer;
    this.#lifeSeconds = lifeSeconds;
  }

  /** Returns a bearer token's claims, or undefined if it isn't ours or its session ended. */
  async readClaims(request: Request): Promise<Claims | undefined> {
    try {
      const payload = await this.#tokens.verify<Claims>(bearerOf(request));
      const [session] = await this.#sql<{ aal: string }[]>`
        select coalesce(aal, 'aal1') as aal from auth.sessions
        where id = ${payload.session_id} and user_id = ${payload.sub}`;
      return session && { ...payload, aal: session.aal };
    } catch {
      return undefined;
    }
  }

  /** Re-signs a token with its session's level and methods, latest first. */
  async stamped(token: string, method?: Method): Promise<string> {
    const claims = decodeJwt<Claims>(token);
    if (method) await this.#note(this.#sql, claims.session_id, method);
    return this.#sign(claims);
  }

  async afterNewPassword({ sub, session_id: id }: Claims): Promise<void> {
    await this.#sql`delete from auth.sessions where user_id = ${sub} and id <> ${id}`;
    await this
      .#sql`update auth.users set confirmation_token = null, confirmation_sent_at = null, recovery_token = null,
      recovery_sent_at = null, email_change = null, email_change_token_current = null, email_change_token_new = null,
      email_change_sent_at = null, email_change_confirm_status = 0 where id = ${sub}`;
  }

  /** Raises a session to level 2 and ends the person's other sessions below it. */
  async raise(tx: Sql, { sub, session_id: id }: Claims, factorId: string): Promise<string> {
    await this.#note(tx, id, "totp");
    const [former] = await tx<
      { aal: string | null }[]
    >`select aal from auth.sessions where id = ${id} for update`;
    await tx`update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = now() where id = ${id}`;
    await tx`delete from auth.sessions where user_id = ${sub} and coalesce(aal, 'aal1') < 'aal2'`;
    // Deletes the old refresh tokens, which would get level 2. A second click deletes none.
    if (former?.aal !== "aal2") await tx`delete from auth.refresh_tokens where session_id = ${id}`;
    const refreshToken = randomBytes(9).toString("base64url");
    await tx`insert into auth.refresh_tokens (id, token, user_id, session_id)
             values (${randomUUID()}, ${refreshToken}, ${sub}, ${id})`;
    return refreshToken;
  }

  async lower(tx: Sql, factorId: string): Promise<void> {
    await tx`delete from auth.mfa_amr_claims where authentication_method = 'totp'
             and session_id in (select id from auth.sessions where factor_id = ${factorId})`;
    await tx`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factorId}`;
  }

  async opened(claims: Claims, refreshToken: string) {
    const now = Math.floor(Date.now() / 1000);
    const ends = now + this.#lifeSeconds;
    return {
      access_token: await this.#sign({ ...claims, iat: now, exp: ends }),
      token_type: "bearer",
      expires_in: this.#lifeSeconds,
      expires_at: ends,
      refresh_token: refreshToken,
    };
  }

  async #note(sql: Sql, session: string, method: Method): Promise<void> {
    await sql`
      insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session}, ${method})
      on conflict (session_id, authentication_method) do update set updated_at = now()`;
  }

  async #sign(claims: Claims): Promise<string> {
    const [session] = await this.#sql<JWTPayload[]>`
      select u.email, coalesce(u.phone, '') as phone, u.raw_app_meta_data as app_metadata,
        u.raw_user_meta_data as user_metadata, coalesce(s.aal, 'aal1') as aal, coalesce((
          select jsonb_agg(jsonb_build_object('method', a.authentication_method,
              'timestamp', extract(epoch from a.updated_at)::bigint) order by a.updated_at desc)
          from auth.mfa_amr_claims a where a.session_id = s.id), '[]') as amr, u.is_anonymous
      from auth.sessions s join auth.users u on u.id = s.user_id where s.id = ${claims.session_id}`;
    return this.#tokens.sign({ ...claims, iss: this.#issuer, ...session });
  }
}
