import type { StaffRole } from "@/lib/auth/session-context";

/**
 * What the guard of the staff's pages answers. open: the page may show. remind: it may, with the advice to enroll a
 * second factor. second-factor: one is enrolled and was not used in this session. failed: nobody could tell.
 */
export type StaffGate = "open" | "remind" | "second-factor" | "failed";

/** Names the cookie that hides the reminder for a day. */
export const TWO_STEP_LATER = "two_step_later";

/** What is known of the person before the page has read its own rows. */
export type StaffFacts = {
  /** As middleware knows it; null when it could not be read, or when the second factor is owed. */
  role: StaffRole | null;
  /** Whether an authenticator is enrolled, as the auth service says now; "failed" when it does not say. */
  isEnrolled: boolean | "failed";
  aal: "aal1" | "aal2";
  /** Whether one can be enrolled at all. */
  isOffered: boolean;
};

/**
 * Decides whether the pages of the staff open. What could not be read never counts as a yes. An owed second factor
 * comes before the role: until it is used, the database knows no staff in this session.
 */
export function decideStaffGate({ role, isEnrolled, aal, isOffered }: StaffFacts): StaffGate {
  if (isEnrolled === "failed") return "failed";
  if (isEnrolled && aal !== "aal2") return "second-factor";
  if (role === null) return "failed";
  return isEnrolled || !isOffered ? "open" : "remind";
}
