import { CODE_OWED, SESSION_UNREADABLE } from "@/lib/auth/session/access";
import { one, type Query } from "@/lib/base/query";
import { messages } from "@/lib/base/words";

/** Holds something to know before logging in. */
export type LoginNotice = { tone: "info" | "warning" | "danger"; title?: string; text: string };

const AWAY = "Our sign-in service is not answering right now.";

const UNREADABLE: LoginNotice = {
  tone: "warning",
  title: "Unable to load user session",
  text: "Please log in again.",
};

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
  busy: { tone: "warning", text: messages.tooManyRequests },
  unavailable: { tone: "warning", text: AWAY },
  [SESSION_UNREADABLE]: UNREADABLE,
};

const OWING: LoginNotice = {
  tone: "info",
  title: "Two-step sign-in is on for your account.",
  text: "Please log in once more: it asks for the code of your authenticator app now.",
};

const CREATED: LoginNotice = {
  tone: "info",
  title: "Account created! Please log in to continue.",
  text: "If we sent you an email, open its link first: it confirms your address.",
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
  if (session === "unreadable") return UNREADABLE;
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
