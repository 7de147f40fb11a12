import { photosLeftText } from "@/lib/staff/photos/schema";

test.each([
  [6, "6 left"],
  [1, "1 left"],
  [0, "Limit reached. Remove a photo to add another."],
  [-2, "Limit reached. Remove a photo to add another."],
])("says how many photos can be added with %d slots left: %s", (slotsLeft, words) => {
  expect(photosLeftText(slotsLeft)).toBe(words);
});
