/** Why the dashboard cannot be shown, as the error catalogue words it. */
export const dashboardMessages = {
  unverified: "Unable to verify user session",
  unreadable: "Unable to load user session",
  unavailable: "Unable to load your submissions. Please try refreshing the page.",
} as const;
