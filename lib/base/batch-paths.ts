/** Separate from paths.ts because the dashboard's script needs only these. */
export const batchPaths = {
  dashboard: "/dashboard",
  marks: "/icons.svg",
  label: (id: string) => `/orders/${id}/label`,
  labelAndSlip: (id: string) => `/orders/${id}/label?with=slip`,
  slip: (id: string) => `/orders/${id}/slip`,
} as const;
