/** Holds every address of a page of the staff, apart so that the pages of all others do not carry them. */
export const staffPaths = {
  orders: "/admin",
  /** The page with everything about one order, for staff. */
  order: (id: string) => `/admin/order/${id}`,
  /** The labels of several orders, to print. */
  labels: "/admin/labels",
  userProfile: "/admin/user-profile",
  receive: "/admin/receive",
  grader: "/admin/grader",
  /** One group of batches for the grader. */
  group: (id: number | string) => `/admin/grader/${id}`,
  /** The list that goes with the box of a group, to print. */
  manifest: (id: number | string) => `/admin/grader/${id}/manifest`,
  returns: "/admin/returns",
  reconcile: "/admin/reconcile",
  numbers: "/admin/numbers",
  activity: "/admin/activity",
  people: "/admin/people",
} as const;
