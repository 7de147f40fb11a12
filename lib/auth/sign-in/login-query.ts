import { CONFIRM_TYPES } from "@/lib/auth/schema";

/** The query of a page as Next hands it over. */
export type Query = Record<string, string | string[] | undefined>;

/** The link of a mail of the auth service. */
export type MailLink = { tokenHash: string; type: (typeof CONFIRM_TYPES)[number] | "recovery" };

/** The steps beside the log-in that its address can name. */
export const LOGIN_VIEWS = ["forgot", "resend", "code"] as const;
export type LoginView = (typeof LOGIN_VIEWS)[number];

/** What the address of /login or /signup asks for: a page to go on to, and a plan. Repeated values count once. */
export function readWish(query: Query): { next: string | undefined; plan: string | undefined } {
  return { next: one(query.next), plan: one(query.plan) };
}

/** The link of a mail in a query: null when there is none, "unusable" when it is not one of ours. */
export function readMailLink(query: Query): MailLink | "unusable" | null {
  const tokenHash = one(query.token_hash);
  if (tokenHash === undefined) return null;
  const type = [...CONFIRM_TYPES, "recovery" as const].find((known) => known === one(query.type));
  return type && /^[\w-]{6,512}$/.test(tokenHash) ? { tokenHash, type } : "unusable";
}

/** The step beside the log-in that a query asks for. */
export function readLoginView(query: Query): LoginView | undefined {
  return LOGIN_VIEWS.find((view) => view === one(query.view));
}

/** How many earlier orders a sign-in that ended elsewhere has linked; 0 for any other text. */
export function readLinkedCount(query: Query): number {
  const text = one(query.linked) ?? "";
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}

/** A value of a query; of a repeated one the first. */
export function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
