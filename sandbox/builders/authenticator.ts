import { randomBytes, randomUUID } from "node:crypto";
import { base32, totp } from "../supabase/totp.ts";
import type { Sql, Transaction } from "./test-database.ts";

export const codeOf = (key: string): string => totp(key);

/** A wrong code, also a minute around now. */
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
