import * as z from "zod/mini";
import { CONFIRM_TYPES, TOKEN_HASH } from "@/lib/auth/schema";
import { type Query, queryKey } from "@/lib/base/query";

/** The link of a mail of the auth service. */
export type MailLink = z.infer<typeof mailLink>;
const mailLink = z.object({
  tokenHash: z.string().check(z.regex(TOKEN_HASH)),
  type: z.enum([...CONFIRM_TYPES, "recovery"]),
});

/** The steps beside the log-in that its address can name. */
export const LOGIN_VIEWS = ["forgot", "resend", "code"] as const;
export type LoginView = (typeof LOGIN_VIEWS)[number];

const text = queryKey(z.string());

/** What the address of /login and /signup can ask for; whatever makes no sense there counts as not given. */
const loginQuerySchema = z.object({
  next: text,
  plan: text,
  view: queryKey(z.enum(LOGIN_VIEWS)),
  linked: queryKey(z.string().check(z.regex(/^\d{1,4}$/))),
  token_hash: text,
  type: text,
});

/** A page to go on to, and a plan. Repeated values count once. */
export function readWish(query: Query): { next: string | undefined; plan: string | undefined } {
  const { next, plan } = loginQuerySchema.parse(query);
  return { next, plan };
}

/** The link of a mail in a query: null when there is none, "unusable" when it is not one of ours. */
export function readMailLink(query: Query): MailLink | "unusable" | null {
  const { token_hash: tokenHash, type } = loginQuerySchema.parse(query);
  if (tokenHash === undefined) return null;
  return mailLink.safeParse({ tokenHash, type }).data ?? "unusable";
}

/** The step beside the log-in that a query asks for. */
export function readLoginView(query: Query): LoginView | undefined {
  return loginQuerySchema.parse(query).view;
}

/** How many earlier orders a sign-in that ended elsewhere has linked; 0 for any other text. */
export function readLinkedCount(query: Query): number {
  return Number(loginQuerySchema.parse(query).linked ?? 0);
}
