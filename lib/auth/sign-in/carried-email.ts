import { writeStored } from "@/lib/base/session-store";
import { readStoredJson } from "@/lib/base/stored-json";

const KEY = "sign_in_email";
const CARRIED = { email: "string", at: "number" } as const;
/** The next form is one press away; much later it may be another person's who sits at this tab. */
const CARRIED_FOR_MS = 10 * 60_000;

/**
 * Keeps an address for the next form of this tab that signs someone up or in, for ten minutes. It never stands in an address
 * of a page, which logs and histories keep.
 */
export function carryEmail(typed: string | undefined): void {
  const email = typed?.trim();
  writeStored(KEY, email ? JSON.stringify({ email, at: Date.now() }) : undefined);
}

/** Returns the address that was carried here, null without one. Only the first call returns it, so that the tab's next person never sees it. */
export function takeCarriedEmail(): string | null {
  const carried = readStoredJson(KEY, CARRIED);
  writeStored(KEY, undefined);
  // A clock that was set back since tells nothing of how old it is.
  const age = carried ? Date.now() - carried.at : 0;
  return carried && age >= 0 && age < CARRIED_FOR_MS ? carried.email : null;
}
