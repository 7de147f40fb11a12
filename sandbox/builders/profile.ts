/** The name and address which make a profile complete; "Casey Collector" of Austin unless said otherwise. */
export const aProfile = (changes: Record<string, string> = {}) => ({
  full_name: "Casey Collector",
  address_line1: "77 Sunset Strip",
  city: "Austin",
  state: "TX",
  postal_code: "78701",
  country: "US",
  ...changes,
});
