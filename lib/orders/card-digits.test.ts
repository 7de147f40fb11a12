import { cardDigits } from "@/lib/orders/card-digits";

test.each([
  ["12", "12"],
  ["1a2b", "12"],
  ["", ""],
  ["１２", "12"],
  ["１2", "12"],
  ["123456", "12345"],
  ["１２３４５６", "12345"],
  ["twelve", ""],
  ["０９", "09"],
  // Nobody who types these means the digits that they are made of.
  ["½", ""],
  ["10²", "10"],
  ["①", ""],
  ["٣", ""],
])("%j is read as %j", (typed, digits) => {
  expect(cardDigits(typed)).toBe(digits);
});
