/**
 * The addresses that the script of the dashboard needs, by themselves: it has no other, and paths.ts, which holds these
 * too, comes as a whole.
 */
export const batchPaths = {
  dashboard: "/dashboard",
  /** The file of public/ that all marks are drawn from. */
  marks: "/marks.svg",
  /** The address label of a batch, to print; `id` is the order's. */
  label: (id: string) => `/orders/${id}/label`,
  /** The packing slip of a batch, to print. */
  slip: (id: string) => `/orders/${id}/slip`,
} as const;
