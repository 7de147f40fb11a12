import { checkAddress } from "@/lib/staff/returns/address-check";

const address = {
  full_name: "Casey Collector",
  address_line1: "77 Sunset Strip",
  city: "Austin",
  state: "TX",
  postal_code: "78701",
  country: "US",
};
const nobody = { full_name: null, address_line1: null, country: "US" };

test.each([
  ["the same", address, address, "agree"],
  ["another way to write it", address, { ...address, address_line1: " 77  SUNSET strip. " }, "agree"],
  ["a guest's", address, null, "agree"],
  ["a profile of a country alone", address, nobody, "agree"],
  ["an order without one", null, address, "agree"],
  ["none at all", null, nobody, "none"],
  ["a country alone on the order", { country: "US" }, null, "none"],
  ["another street", address, { ...address, address_line1: "1 Main Street" }, "differ"],
  ["another name", address, { ...address, full_name: "Sam Collector" }, "differ"],
  ["a second line more", address, { ...address, address_line2: "Unit 5" }, "differ"],
] as const)("%s", (_, ofOrder, ofProfile, verdict) => {
  expect(checkAddress(ofOrder, ofProfile).verdict).toBe(verdict);
});

test("each part stands beside the other, and what differs is marked", () => {
  const { parts } = checkAddress(address, { ...address, city: "Reno", address_line2: "Unit 5" });
  expect(parts.filter(({ differs }) => differs)).toEqual([
    { label: "Second line", ofOrder: "", ofProfile: "Unit 5", differs: true },
    { label: "City", ofOrder: "Austin", ofProfile: "Reno", differs: true },
  ]);
  expect(parts.map(({ label }) => label)).toEqual([
    "Name",
    "Street",
    "Second line",
    "City",
    "State",
    "Postal code",
    "Country",
  ]);
});
