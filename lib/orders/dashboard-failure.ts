/** Why the dashboard cannot be shown, as the error catalog words it, and whether logging in again helps. */
export type DashboardFailure = { message: string; needsLogin: boolean };

const unverified = { message: "Unable to verify user session", needsLogin: false };
const unreadable = { message: "Unable to load user session", needsLogin: true };
const signedOut = { message: "Please log in to view your submissions", needsLogin: true };
const unavailable = {
  message: "Unable to load your submissions. Please try refreshing the page.",
  needsLogin: false,
};

/**
 * Returns what to tell a person whose dashboard cannot be shown, by the state of their session. With a valid one it was
 * the read that failed. Null: nobody is signed in and nobody pressed Refresh (`isRefresh`) on a dashboard that was
 * open, so the way is to /login.
 */
export function dashboardFailure(session: "valid"): DashboardFailure;
export function dashboardFailure(session: string, isRefresh: boolean): DashboardFailure | null;
export function dashboardFailure(session: string, isRefresh = false): DashboardFailure | null {
  if (session === "valid") return unavailable;
  if (session === "unreachable") return unverified;
  if (session === "none") return isRefresh ? signedOut : null;
  return unreadable;
}
