import type { Role } from "@/lib/auth/session/landing-path";

/**
 * open: the page may show. remind: it may, with the advice to enrol a second factor. second-factor: one is enrolled and
 * was not used in this session. stranger: no staff. failed: nobody could tell.
 */
export type StaffGate = "open" | "remind" | "second-factor" | "stranger" | "failed";

/** What is known of the person; "failed" for what could not be read. */
export type StaffFacts = {
  role: Role | "failed";
  /** Whether an authenticator is enrolled, as the auth service says now. */
  isEnrolled: boolean | "failed";
  aal: "aal1" | "aal2";
  /** Whether one can be enrolled at all. */
  isOffered: boolean;
};

/** Whether the pages of the staff open. What could not be read never counts as a yes. */
export function decideStaffGate({ role, isEnrolled, aal, isOffered }: StaffFacts): StaffGate {
  if (role === null) return "stranger";
  if (role === "failed" || isEnrolled === "failed") return "failed";
  if (!isEnrolled) return isOffered ? "remind" : "open";
  return aal === "aal2" ? "open" : "second-factor";
}
