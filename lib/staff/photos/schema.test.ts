import { roomWords } from "@/lib/staff/photos/schema";

test.each([
  [6, "Room for 6 more."],
  [1, "Room for one more."],
  [0, "There is no room for more. Remove one to add another."],
  [-2, "There is no room for more. Remove one to add another."],
])("with room for %d: %s", (room, words) => {
  expect(roomWords(room)).toBe(words);
});
