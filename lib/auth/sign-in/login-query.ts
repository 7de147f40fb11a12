import * as z from "zod/mini";
import { CONFIRM_TYPES, TOKEN_HASH } from "@/lib/auth/schema";
import { type Query, queryKey } from "@/lib/base/query";

/** Holds what an emailed link of the auth service carries. */
export type MailLink = z.infer<typeof mailLink>;
const mailLink = z.object({
  tokenHash: z.string().check(z.regex(TOKEN_HASH)),
  type: z.enum([...CONFIRM_TYPES, "recovery"]),
});

/** Lists the steps beside the login that its address can name with `view`. */
export const LOGIN_VIEWS = ["forgot", "resend", "code", "find"] as const;

/**
 * Names one of these steps: ask for a new password, for the confirmation email once more, give the second factor's code, or
 * find a batch without an account.
 */
export type LoginView = (typeof LOGIN_VIEWS)[number];

const text = queryKey(z.string());

/** Whatever makes no sense in the address of /login and /signup counts as not given. */
const loginQuerySchema = z.object({
  next: text,
  plan: text,
  view: queryKey(z.enum(LOGIN_VIEWS)),
  linked: queryKey(z.string().check(z.regex(/^\d{1,4}$/))),
  token_hash: text,
  type: text,
});

/**
 * Reads the page to go on to and the plan that a query asks for, unchecked: see landingPath. Of a repeated key the
 * first counts.
 */
export function readWish(query: Query): { next: string | undefined; plan: string | undefined } {
  const { next, plan } = loginQuerySchema.parse(query);
  return { next, plan };
}

/** Reads an emailed link in a query; returns null when there is none and "unusable" when it is not one of ours. */
export function readMailLink(query: Query): MailLink | "unusable" | null {
  const { token_hash: tokenHash, type } = loginQuerySchema.parse(query);
  if (tokenHash === undefined) return null;
  return mailLink.safeParse({ tokenHash, type }).data ?? "unusable";
}

/** Reads the step beside the login that a query asks for; undefined for the login itself. */
export function readLoginView(query: Query): LoginView | undefined {
  return loginQuerySchema.parse(query).view;
}

/** Reads how many earlier orders a sign-in that ended on another page has linked; 0 when the query does not say. */
export function readLinkedCount(query: Query): number {
  return Number(loginQuerySchema.parse(query).linked ?? 0);
}
