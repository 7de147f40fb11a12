import { SECOND_FACTOR_NEEDED, type SessionProblem } from "@/lib/auth/session/access";
import { messages } from "@/lib/base/messages";
import { firstValue, type Query } from "@/lib/base/query";

export type LoginNotice = { tone: "info" | "warning" | "danger"; title?: string; text: string };

const AWAY = "Our login service isn't responding right now.";

const UNABLE = { tone: "warning", title: "Unable to load user session" } as const;

const PROBLEMS: Record<SessionProblem, LoginNotice> = {
  session: { ...UNABLE, text: "Please log in again." },
  ended: { ...UNABLE, text: "Your session has ended. Please log in again." },
  large: {
    ...UNABLE,
    text: "Your profile has too much data to keep you logged in. Log in again, or contact support.",
  },
};

/** The visitor followed an emailed link that uses the auth service's default template. */
export const DEFAULT_TEMPLATE = "template";

const FAILURES: Record<string, LoginNotice> = {
  link: {
    tone: "danger",
    title: "Invalid PKCE or implicit-flow URL",
    text: "This login link is incomplete, was already used or was opened in another browser. Please log in again.",
  },
  refused: { tone: "warning", text: "We couldn't log you in with that account. Please try again." },
  taken: {
    tone: "warning",
    text: "That account is connected to another SlabRelay account. Disconnect it there first.",
  },
  unverified: {
    tone: "info",
    title: "Check your inbox",
    text: "Open the link we emailed you to confirm your address. Already have a SlabRelay account? Log in with your password, then connect this login on your profile.",
  },
  locked: { tone: "danger", text: "This account is locked. Please contact support." },
  expired: { tone: "warning", text: "This link has expired or was already used. Please get a new one." },
  [DEFAULT_TEMPLATE]: {
    tone: "info",
    title: "Your link worked",
    text: "Log in with your password, or choose “Forgot password?”.",
  },
  closed: {
    tone: "warning",
    text: "Sign-ups are temporarily disabled. Please log in with your password or contact support.",
  },
  off: { tone: "warning", text: "This login option is turned off. Please use another one." },
  busy: { tone: "warning", text: messages.tooManyRequests },
  unavailable: { tone: "warning", text: AWAY },
  ...PROBLEMS,
};

const OWING: LoginNotice = {
  tone: "info",
  title: "Two-step sign-in is on",
  text: "Log in again and enter your code.",
};

const CREATED: LoginNotice = {
  tone: "info",
  title: "Account created! Please log in to continue.",
  text: "Check your inbox and confirm your address first. No email? You may already have an account. Try resetting your password.",
};

/** Returns the notice above the login form. `session` is a SessionState's name or SECOND_FACTOR_NEEDED. */
export function loginNotice(query: Query, session: string): LoginNotice | undefined {
  if (session === SECOND_FACTOR_NEEDED) return OWING;
  const failure = callbackNotice(query);
  if (failure) return failure;
  if (firstValue(query.created) === "1") return CREATED;
  if (session === "unreadable") return PROBLEMS.session;
  if (session === "oversized") return PROBLEMS.large;
  if (session === "ended") return PROBLEMS.ended;
  if (session === "unreachable") return { tone: "warning", text: AWAY };
  if (session === "forged") return { tone: "danger", text: "Invalid JWT signature. Please log in again." };
  return undefined;
}

export function callbackNotice(query: Query): LoginNotice | undefined {
  const failed = firstValue(query.failed) ?? "";
  return Object.hasOwn(FAILURES, failed) ? FAILURES[failed] : undefined;
}

const LINK_ADVICE = {
  recovery: "Get a new one and open it within an hour.",
  email_change: "Open the email we sent to your other address, or start over on your profile.",
  other: "Already confirmed? Just log in.",
};

/** Returns the text for a link that has expired or was used. `type` is the auth service's name for the kind of link. */
export function linkRefusedText(type: string): string {
  const next = type === "recovery" || type === "email_change" ? LINK_ADVICE[type] : LINK_ADVICE.other;
  return `This link has expired or was already used. ${next}`;
}
