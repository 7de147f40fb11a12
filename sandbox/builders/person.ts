import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { anEmail } from "./ids.ts";
import type { Sql } from "./test-database.ts";

/** Somebody with an account and the access token of a session. */
export type Person = { userId: string; email: string; token: string };

/** The password of every account of the tests. */
export const PASSWORD = "password123";

/** Somebody with eight paid batches and a membership, whom no test changes. */
export const COLLECTOR = { email: "collector@slabrelay.test", password: PASSWORD };

/** The password as bcrypt keeps it, at the lowest cost: logging in compares it in a millisecond. */
const PASSWORD_HASH = "$2b$04$l2lBWbijaUcYAl.vqQ1TSOv/6g7wFQWQXZkHFQK8LyCxDYQCHYdHa";
const SESSION_SECONDS = 3600;

/**
 * Adds a confirmed account (with PASSWORD) with a session, as signing up at the sandbox's auth service would,
 * for tests whose subject is not sign-up: the service takes a tenth of a second of a core for each password.
 */
export async function addPerson(sql: Sql, jwtSecret: string, email: string = anEmail()): Promise<Person> {
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
  const token = await accessTokenOf(jwtSecret, { userId, email, sessionId });
  return { userId, email, token };
}

/** Makes the access token of a session, at the first level unless said otherwise. */
export function accessTokenOf(
  jwtSecret: string,
  {
    userId,
    email,
    sessionId = randomUUID(),
    aal = "aal1",
  }: { userId: string; email: string; sessionId?: string; aal?: "aal1" | "aal2" },
): Promise<string> {
  return new SignJWT({ role: "authenticated", email, session_id: sessionId, aal })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(userId)
    .setAudience("authenticated")
    .setIssuedAt()
    .setExpirationTime(`${SESSION_SECONDS}s`)
    .sign(new TextEncoder().encode(jwtSecret));
}
