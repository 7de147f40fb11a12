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

/** Returns rules to prerender public links on hover. Links with a query may act (`/pricing?plan=`). */
export function speculationRules() {
  const links = publicPages.map((pathname) => ({ pathname, search: "", hash: "" }));
  return { prerender: [{ where: { href_matches: links }, eagerness: "moderate" }] };
}
