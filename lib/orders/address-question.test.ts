import { addressEventWords, addressLines, addressStanding } from "@/lib/orders/address-question";

test("an address reads as on a parcel, without what is not known", () => {
  const whole = {
    full_name: "Jane Collector",
    phone: "555",
    address_line1: "1 Main Street",
    address_line2: "Unit 5",
    city: "Reno",
    state: "NV",
    postal_code: "89501",
    country: "US",
  };
  expect(addressLines(whole)).toEqual(["Jane Collector", "1 Main Street", "Unit 5", "Reno, NV 89501", "US"]);
  expect(addressLines({ address_line1: "1 Main Street", city: "Reno" })).toEqual(["1 Main Street", "Reno"]);
  expect(addressLines({ postal_code: "89501" })).toEqual(["89501"]);
});

test.each([
  [true, null, null, "The owner is asked where to"],
  [false, null, null, "The owner did not answer: the order's address counts"],
  [false, "profile", false, "The owner said it: the new address, now the order's"],
  [false, "order", true, "Staff settled it: the order's address"],
] as const)("open %j, chosen %j, by staff %j: %s", (is_open, choice, is_by_staff, words) => {
  expect(addressStanding({ is_open, choice, is_by_staff })).toBe(words);
});

test.each([
  ["asked", "We asked where your cards go"],
  ["profile", "Your cards go to the new address of your profile"],
  ["of a later version", "News about where your cards go"],
  [null, "News about where your cards go"],
])("the step %j reads %j", (stored, words) => {
  expect(addressEventWords(stored)).toBe(words);
});
