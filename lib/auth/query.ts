import { CONFIRM_TYPES } from "@/lib/auth/schema";

/** The query of a page as Next hands it over. */
export type Query = Record<string, string | string[] | undefined>;

export type ConfirmLink = { tokenHash: string; type: (typeof CONFIRM_TYPES)[number] };

/** What the address of /login or /signup asks for: a page to go on to, and a plan. Repeated values count once. */
export function readWish(query: Query): { next: string | undefined; plan: string | undefined } {
  return { next: one(query.next), plan: one(query.plan) };
}

/** The link of a confirmation mail in a query: null when there is none, "unusable" when it is not one of ours. */
export function readConfirmLink(query: Query): ConfirmLink | "unusable" | null {
  const tokenHash = one(query.token_hash);
  if (tokenHash === undefined) return null;
  const type = CONFIRM_TYPES.find((known) => known === one(query.type));
  return type && /^[\w-]{6,512}$/.test(tokenHash) ? { tokenHash, type } : "unusable";
}

/** A value of a query; of a repeated one the first. */
export function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
