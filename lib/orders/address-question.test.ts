import { addressEventWords, addressStanding } from "@/lib/orders/address-question";

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
  ["withdrawn", "Corrected: we no longer ask where your cards go"],
  ["unanswered", "Nobody told us in time where your cards go: the address of this batch counts"],
  ["profile", "Your cards go to the new address of your profile"],
  ["of a later version", "News about where your cards go"],
  [null, "News about where your cards go"],
])("the step %j reads %j", (stored, words) => {
  expect(addressEventWords(stored)).toBe(words);
});
