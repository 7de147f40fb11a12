import { base32, isTotp, totp } from "./totp.ts";

/** The key and the codes of RFC 6238, appendix B: the last six of its eight digits. */
const KEY = base32(Buffer.from("12345678901234567890"));

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("after %d seconds the code is %s", (seconds, code) => {
  expect(totp(KEY, seconds * 1000)).toBe(code);
});

test("a code counts in its own thirty seconds, and in those before and after", () => {
  const code = totp(KEY, 600_000);
  const times = [540, 570, 600, 659.9, 660].map((seconds) => isTotp(KEY, code, seconds * 1000));
  expect(times).toEqual([false, true, true, true, false]);
  expect(["", "28708", "2870822", "abcdef"].map((text) => isTotp(KEY, text, 59_000))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
