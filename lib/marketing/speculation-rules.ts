import { publicPages } from "@/lib/marketing/public-pages";

/** Returns rules to prerender public links on hover. Links with a query may act (`/pricing?plan=`). */
export function speculationRules() {
  const links = publicPages.map((pathname) => ({ pathname, search: "", hash: "" }));
  return { prerender: [{ where: { href_matches: links }, eagerness: "moderate" }] };
}
