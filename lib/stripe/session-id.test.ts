import { SESSION_ID } from "@/lib/stripe/session-id";

test.each([
  ["cs_test_a1B2c3D4e5", true],
  ["cs_live_a1B2c3D4e5", true],
  [`cs_test_${"a".repeat(250)}`, true],
  [`cs_test_${"a".repeat(251)}`, false],
  ["cs_test_a1B2c3D4e", false],
  ["cs_other_a1B2c3D4e5", false],
  ["cs_a1B2c3D4e5", false],
  ["pi_test_a1B2c3D4e5", false],
  ["/cs_test_a1B2c3D4e5", false],
  ["cs_test_a1B2c3D4e5/expire", false],
  ["cs_test_../../refunds", false],
  ["cs_test_----------", false],
  ["", false],
])("%j may be asked about at the payment service: %s", (id, expected) => {
  expect(SESSION_ID.test(id)).toBe(expected);
});
