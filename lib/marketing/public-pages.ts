import { paths } from "@/lib/base/paths";

/**
 * Holds the pages that are prerendered and the same bytes for everybody, whatever the query: a browser may load them
 * ahead, and a cache may keep them.
 */
export const publicPages: readonly string[] = [
  paths.home,
  paths.pricing,
  paths.terms,
  paths.privacy,
  paths.refunds,
  paths.insurance,
  paths.trackSample,
];
