import { one, type Query } from "@/lib/base/query";
import { messages } from "@/lib/base/words";

/** Something to know before logging in. */
export type LoginNotice = { tone: "warning" | "danger"; title?: string; text: string };

const AWAY = "Our sign-in service is not answering right now.";

/** Why a sign-in at another site did not end with a session; anything else in the address says nothing. */
const FAILURES: Record<string, LoginNotice> = {
  link: {
    tone: "danger",
    title: "Invalid PKCE or implicit-flow URL",
    text: "This sign-in was not complete, was used already, or began in another browser. Please log in again.",
  },
  refused: { tone: "warning", text: "The sign-in was cancelled or refused at the other site." },
  taken: {
    tone: "warning",
    text: "That account belongs to another account of ours. Please log in with it there.",
  },
  busy: { tone: "warning", text: messages.tooManyRequests },
  unavailable: { tone: "warning", text: AWAY },
};

/** What the log-in page says above its form: why the visitor is here, and what is wrong with the session there was. */
export function loginNotice(query: Query, session: string): LoginNotice | undefined {
  const failure = callbackNotice(query);
  if (failure) return failure;
  if (session === "unreachable") return { tone: "warning", text: AWAY };
  if (session === "forged") return { tone: "danger", text: "Invalid JWT signature. Please log in again." };
  return undefined;
}

/** Why coming back from another site failed, on the log-in page and on the profile. */
export function callbackNotice(query: Query): LoginNotice | undefined {
  const failed = one(query.failed) ?? "";
  return Object.hasOwn(FAILURES, failed) ? FAILURES[failed] : undefined;
}
