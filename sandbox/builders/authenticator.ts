import { randomBytes, randomUUID } from "node:crypto";
import { base32, totp } from "../supabase/totp.ts";
import type { Sql, Transaction } from "./test-database.ts";

/** The code that an authenticator app with this key shows now. */
export const codeOf = (key: string): string => totp(key);

/** A code that is not the app's, now or a minute around now. */
export function aWrongCode(key: string): string {
  const good = [-60_000, -30_000, 0, 30_000, 60_000].map((shift) => totp(key, Date.now() + shift));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !good.includes(code)) ?? ""
  );
}

/** Adds an authenticator app to an account, with its first code taken unless said otherwise; answers its key. */
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

/** Takes every authenticator app of an account away, as if it had never been. */
export async function dropAuthenticators(sql: Sql | Transaction, userId: string): Promise<void> {
  await sql`delete from auth.mfa_factors where user_id = ${userId}`;
}
