import { paths } from "@/lib/base/paths";

/** Prerendered pages that ignore the query, so browsers may prerender and caches may keep them. */
export const publicPages: readonly string[] = [
  paths.home,
  paths.pricing,
  paths.terms,
  paths.privacy,
  paths.refunds,
  paths.insurance,
  paths.trackSample,
];
