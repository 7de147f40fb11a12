import { paths } from "@/lib/base/paths";

/** Prerendered pages that ignore the query string, so browsers may prerender them and caches may store them. */
export const publicPages: readonly string[] = [
  paths.home,
  paths.pricing,
  paths.terms,
  paths.privacy,
  paths.refunds,
  paths.insurance,
  paths.trackSample,
];

/**
 * Returns rules to prerender public links on hover. Leaves out links with a query, which may trigger an action
 * (`/pricing?plan=`).
 */
export function speculationRules() {
  const links = publicPages.map((pathname) => ({ pathname, search: "", hash: "" }));
  return { prerender: [{ where: { href_matches: links }, eagerness: "moderate" }] };
}
