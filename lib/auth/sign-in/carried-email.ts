import { writeStored } from "@/lib/base/session-store";
import { readStoredJson } from "@/lib/base/stored-json";

const KEY = "sign_in_email";
const CARRIED = { email: "string", at: "number" } as const;
/** Longer, and another person may be using this tab. */
const CARRIED_FOR_MS = 10 * 60_000;

/** Stores the typed email for the next form of this tab, never in a URL, which logs and histories keep. */
export function carryEmail(typed: string | undefined): void {
  const email = typed?.trim();
  writeStored(KEY, email ? JSON.stringify({ email, at: Date.now() }) : undefined);
}

/** Returns the carried email once, so that the tab's next user never sees it. */
export function takeCarriedEmail(): string | null {
  const carried = readStoredJson(KEY, CARRIED);
  writeStored(KEY, undefined);
  // Negative after the clock was set back.
  const age = carried ? Date.now() - carried.at : 0;
  return carried && age >= 0 && age < CARRIED_FOR_MS ? carried.email : null;
}
