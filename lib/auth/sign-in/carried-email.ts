import { readStored, writeStored } from "@/lib/base/session-store";

const KEY = "sign_in_email";

/**
 * Keeps an address for the next form of this tab that signs somebody up or in. It never stands in an address of a page, which
 * logs and histories keep.
 */
export function carryEmail(email: string | undefined): void {
  writeStored(KEY, email?.trim() || undefined);
}

/** Answers the address that was carried here, null without one. It is told once: the tab's next person must not see it. */
export function takeCarriedEmail(): string | null {
  const email = readStored(KEY);
  writeStored(KEY, undefined);
  return email;
}
