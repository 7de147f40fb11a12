import { publicPages } from "@/lib/marketing/public-pages";

/**
 * Answers the rules by which a browser loads public pages ahead, once somebody points at a link to one for a moment or
 * presses it (https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API). Nothing else matches: a page with a
 * person in it is never loaded unasked, nor is an address with a query, which may act (`/pricing?plan=` begins a
 * checkout), nor one with a fragment, which mostly leads about the page that is open.
 */
export function speculationRules() {
  const links = publicPages.map((pathname) => ({ pathname, search: "", hash: "" }));
  return { prerender: [{ where: { href_matches: links }, eagerness: "moderate" }] };
}
