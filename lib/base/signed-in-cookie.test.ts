import { hasSignedInCookie, SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";

test.each([
  [`${SIGNED_IN_COOKIE}=1`, true],
  [`theme=dark; ${SIGNED_IN_COOKIE}=1; other=2`, true],
  ["", false],
  [`${SIGNED_IN_COOKIE}=`, false],
  [`${SIGNED_IN_COOKIE}=10`, false],
  [`not_${SIGNED_IN_COOKIE}=1`, false],
])("%j: %s", (cookies, expected) => {
  expect(hasSignedInCookie(cookies)).toBe(expected);
});
