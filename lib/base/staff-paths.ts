/** Separate from paths.ts so that other pages don't load these URLs. */
export const staffPaths = {
  orders: "/admin",
  order: (id: string) => `/admin/order/${id}`,
  labels: "/admin/labels",
  userProfile: "/admin/user-profile",
  receive: "/admin/receive",
  grader: "/admin/grader",
  shipment: (id: number | string) => `/admin/grader/${id}`,
  manifest: (id: number | string) => `/admin/grader/${id}/manifest`,
  returns: "/admin/returns",
  reconcile: "/admin/reconcile",
  numbers: "/admin/numbers",
  activity: "/admin/activity",
  people: "/admin/people",
} as const;
