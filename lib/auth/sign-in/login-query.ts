import * as z from "zod/mini";
import { CONFIRM_TYPES, TOKEN_HASH } from "@/lib/auth/schema";
import { type Query, queryKey } from "@/lib/base/query";

export type MailLink = z.infer<typeof mailLink>;
const mailLink = z.object({
  tokenHash: z.string().check(z.regex(TOKEN_HASH)),
  type: z.enum([...CONFIRM_TYPES, "recovery"]),
});

export const LOGIN_VIEWS = ["forgot", "resend", "code", "find"] as const;

export type LoginView = (typeof LOGIN_VIEWS)[number];

const text = queryKey(z.string());

/** Invalid values count as missing. */
const loginQuerySchema = z.object({
  next: text,
  plan: text,
  view: queryKey(z.enum(LOGIN_VIEWS)),
  linked: queryKey(z.string().check(z.regex(/^\d{1,4}$/))),
  token_hash: text,
  type: text,
});

/** Reads the first `next` and `plan`, unvalidated (see landingPath). */
export function readLoginTarget(query: Query): { next: string | undefined; plan: string | undefined } {
  const { next, plan } = loginQuerySchema.parse(query);
  return { next, plan };
}

/** Returns null without a link, "unusable" for an invalid one. */
export function readMailLink(query: Query): MailLink | "unusable" | null {
  const { token_hash: tokenHash, type } = loginQuerySchema.parse(query);
  if (tokenHash === undefined) return null;
  return mailLink.safeParse({ tokenHash, type }).data ?? "unusable";
}

export function readLoginView(query: Query): LoginView | undefined {
  return loginQuerySchema.parse(query).view;
}

export function readLinkedCount(query: Query): number {
  return Number(loginQuerySchema.parse(query).linked ?? 0);
}
