import { writeStored } from "@/lib/base/session-store";
import { readStoredJson } from "@/lib/base/stored-json";

const KEY = "sign_in_email";
const STORED_SHAPE = { email: "string", at: "number" } as const;
/** After ten minutes another person may be using this tab. */
const MAX_AGE_MS = 10 * 60_000;

/** Stores the typed email for the next form in this tab. A URL would expose it in logs and history. */
export function storeTypedEmail(typed: string | undefined): void {
  const email = typed?.trim();
  writeStored(KEY, email ? JSON.stringify({ email, at: Date.now() }) : undefined);
}

/** Returns the stored email and deletes it, so that the tab's next user doesn't see it. */
export function takeTypedEmail(): string | null {
  const stored = readStoredJson(KEY, STORED_SHAPE);
  writeStored(KEY, undefined);
  // Negative after the clock was set back.
  const age = stored ? Date.now() - stored.at : 0;
  return stored && age >= 0 && age < MAX_AGE_MS ? stored.email : null;
}
