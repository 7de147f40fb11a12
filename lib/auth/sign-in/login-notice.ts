import { CODE_OWED, type SessionProblem } from "@/lib/auth/session/access";
import { one, type Query } from "@/lib/base/query";
import { messages } from "@/lib/base/words";

/** Holds something to know before logging in. */
export type LoginNotice = { tone: "info" | "warning" | "danger"; title?: string; text: string };

const AWAY = "Our login service isn't responding right now.";

const UNABLE = { tone: "warning", title: "Unable to load user session" } as const;

const PROBLEMS: Record<SessionProblem, LoginNotice> = {
  session: { ...UNABLE, text: "Please log in again." },
  ended: { ...UNABLE, text: "Your session has ended. Please log in again." },
  large: {
    ...UNABLE,
    text: "Your account has too much profile data to stay logged in. Log in again, or contact support.",
  },
};

/** Says that an emailed link of the auth service's default template led here, which knows nothing of our pages. */
export const DEFAULT_TEMPLATE = "template";

/** By the word that CallbackFailure puts into the address; any other word says nothing. */
const FAILURES: Record<string, LoginNotice> = {
  link: {
    tone: "danger",
    title: "Invalid PKCE or implicit-flow URL",
    text: "This sign-in was not complete, was used already, or began in another browser. Please log in again.",
  },
  refused: { tone: "warning", text: "The sign-in was canceled or refused at the other site." },
  taken: {
    tone: "warning",
    text: "That account belongs to another account of ours. Please log in with it there.",
  },
  unverified: {
    tone: "info",
    title: "Check your inbox",
    text: "That site hasn't confirmed your email address, so we sent you a link to confirm it. If you already have an account, log in with your password and connect the site on your profile.",
  },
  locked: { tone: "danger", text: "This account is locked. Please contact support." },
  expired: { tone: "warning", text: "This link has expired or was already used. Please ask for a new one." },
  [DEFAULT_TEMPLATE]: {
    tone: "info",
    title: "Your link was accepted",
    text: "Log in with your password. If you don't know it, choose “Forgot password?”.",
  },
  closed: {
    tone: "warning",
    text: "Sign-ups are temporarily disabled. If you have an account, log in with your password. Otherwise please contact support.",
  },
  off: { tone: "warning", text: "This way to log in is turned off right now. Please use another one." },
  busy: { tone: "warning", text: messages.tooManyRequests },
  unavailable: { tone: "warning", text: AWAY },
  ...PROBLEMS,
};

const OWING: LoginNotice = {
  tone: "info",
  title: "Two-step sign-in is on for your account.",
  text: "Please log in once more: it asks for the code of your authenticator app now.",
};

const CREATED: LoginNotice = {
  tone: "info",
  title: "Account created! Please log in to continue.",
  text: "If we sent you an email, open its link first. No email? You may already have an account: reset your password.",
};

/**
 * Answers what the log-in page says above its form: that an account was just made, why a sign-in at another site failed, or what is wrong with
 * the session there was (`session` is a SessionState's name, or CODE_OWED). Answers undefined when there is nothing to say.
 */
export function loginNotice(query: Query, session: string): LoginNotice | undefined {
  if (session === CODE_OWED) return OWING;
  const failure = callbackNotice(query);
  if (failure) return failure;
  if (one(query.created) === "1") return CREATED;
  if (session === "unreadable") return PROBLEMS.session;
  if (session === "oversized") return PROBLEMS.large;
  if (session === "ended") return PROBLEMS.ended;
  if (session === "unreachable") return { tone: "warning", text: AWAY };
  if (session === "forged") return { tone: "danger", text: "Invalid JWT signature. Please log in again." };
  return undefined;
}

/**
 * Answers why coming back from another site failed, for the log-in page and the profile; undefined when the address
 * names no failure.
 */
export function callbackNotice(query: Query): LoginNotice | undefined {
  const failed = one(query.failed) ?? "";
  return Object.hasOwn(FAILURES, failed) ? FAILURES[failed] : undefined;
}

const LINK_ADVICE = {
  recovery: "Ask for a new one and open it within an hour.",
  email_change: "Open the email we sent to your other address, or start again on your profile.",
  other: "If you have confirmed your address before, just log in.",
};

/** Returns what to say of an emailed link that will never work again; `type` is the auth service's word for the kind of link. */
export function linkRefusedText(type: string): string {
  const next = type === "recovery" || type === "email_change" ? LINK_ADVICE[type] : LINK_ADVICE.other;
  return `This link has expired or was already used. ${next}`;
}
