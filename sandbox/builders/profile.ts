export const aProfile = (changes: Record<string, string> = {}) => ({
  full_name: "Casey Collector",
  address_line1: "77 Sunset Strip",
  city: "Austin",
  state: "TX",
  postal_code: "78701",
  country: "US",
  ...changes,
});
