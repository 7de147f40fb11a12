import { waitWords } from "@/lib/http/wait-words";

test.each([
  [0, "1 second"],
  [1, "1 second"],
  [41.2, "42 seconds"],
  [90, "90 seconds"],
  [91, "2 minutes"],
  [900, "15 minutes"],
  [5_400, "90 minutes"],
  [5_401, "2 hours"],
  [86_400, "24 hours"],
])("%d seconds read: %s", (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
