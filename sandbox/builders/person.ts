import { randomBytes, randomUUID, sign } from "node:crypto";
import { decodeJwt, type JWTPayload } from "jose";
import { SANDBOX_KEYS } from "../launcher/environment.ts";
import { base32, totp } from "../supabase/totp.ts";
import { anEmail } from "./ids.ts";
import type { Sql, Transaction } from "./test-database.ts";

export type Person = { userId: string; email: string; token: string };

export const PASSWORD = "password123";

/** Shared by tests that don't change it. */
export const COLLECTOR = { email: "collector@slabrelay.test", password: PASSWORD };

/** Uses the lowest bcrypt cost to keep log-ins fast. */
const PASSWORD_HASH = "$2b$04$l2lBWbijaUcYAl.vqQ1TSOv/6g7wFQWQXZkHFQK8LyCxDYQCHYdHa";
const SESSION_SECONDS = 3600;

/** Adds a confirmed account with a session, much faster than a sign-up. */
export async function addPerson(sql: Sql, email: string = anEmail()): Promise<Person> {
  const userId = randomUUID();
  const sessionId = randomUUID();
  const claims = { email, sub: userId, email_verified: true, phone_verified: false };
  await sql`
    with account as (
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, created_at, updated_at, last_sign_in_at)
      values (${userId}, 'authenticated', 'authenticated', ${email}, ${PASSWORD_HASH}, now(),
        ${JSON.stringify({ provider: "email", providers: ["email"] })}, ${JSON.stringify(claims)}, now(), now(), now())
      returning id),
    identity as (
      insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
      select ${randomUUID()}, 'email', id, id, ${JSON.stringify({ ...claims, email_verified: false })}, now(), now()
      from account)
    insert into auth.sessions (id, user_id, aal, created_at, updated_at)
    select ${sessionId}, id, 'aal1', now(), now() from account`;
  await sql`select public.note_password_choice(${userId})`;
  const token = accessTokenOf({ userId, email, sessionId });
  return { userId, email, token };
}

export function accessTokenOf({
  userId,
  email,
  sessionId = randomUUID(),
  aal = "aal1",
}: {
  userId: string;
  email: string;
  sessionId?: string;
  aal?: "aal1" | "aal2";
}): string {
  const iat = Math.floor(Date.now() / 1000);
  const times = { iat, exp: iat + SESSION_SECONDS };
  const claims = {
    sub: userId,
    aud: "authenticated",
    role: "authenticated",
    email,
    session_id: sessionId,
    aal,
  };
  return signToken({ ...claims, ...times });
}

export function expiredToken(token: string): string {
  const exp = Math.floor(Date.now() / 1000) - 60;
  return signToken({ ...decodeJwt(token), iat: exp - SESSION_SECONDS, exp });
}

function signToken(claims: JWTPayload): string {
  const { signingKey: key } = SANDBOX_KEYS;
  const parts = [{ alg: key.alg, kid: key.kid, typ: "JWT" }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  const signature = sign("sha256", Buffer.from(text), { key, format: "jwk", dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

export type StoredSession = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  expires_in: number;
};

export function sessionIn(cookie: string): StoredSession {
  const parts = cookie.split("; ").filter((part) => /^sb(\.\d+)?=/.test(part));
  const values = parts.sort().map((part) => part.slice(part.indexOf("=") + 1));
  return JSON.parse(decodeURIComponent(values.join("")));
}

export function sessionCookieOf(session: StoredSession): string {
  return `sb=${encodeURIComponent(JSON.stringify(session))}`;
}

export function expiredSession(session: StoredSession): StoredSession {
  return {
    ...session,
    access_token: expiredToken(session.access_token),
    expires_at: Math.floor(Date.now() / 1000) - 60,
  };
}

export const codeOf = (key: string): string => totp(key);

/** Returns a code that is wrong now and a minute before and after. */
export function aWrongCode(key: string): string {
  const good = [-60_000, -30_000, 0, 30_000, 60_000].map((shift) => totp(key, Date.now() + shift));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !good.includes(code)) ?? ""
  );
}

export async function addAuthenticator(
  sql: Sql | Transaction,
  userId: string,
  status: "verified" | "unverified" = "verified",
): Promise<string> {
  const key = base32(randomBytes(20));
  await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
    values (${randomUUID()}, ${userId}, ${randomUUID()}, 'totp', ${status}, ${key})`;
  return key;
}

export async function dropAuthenticators(sql: Sql | Transaction, userId: string): Promise<void> {
  await sql`delete from auth.mfa_factors where user_id = ${userId}`;
}
