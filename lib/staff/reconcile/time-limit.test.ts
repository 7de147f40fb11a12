import { isPastLimit } from "@/lib/staff/reconcile/time-limit";

test.each([
  ["count_differs", "2026-11-24T10:00:00Z", false],
  ["count_differs", "2026-11-24T09:59:59Z", true],
  ["mails_failed", "2026-11-26T09:00:00Z", false],
  ["unmatched", "2026-11-20T10:00:00Z", true],
  ["paid_here", "2026-01-01T10:00:00Z", false],
  ["never_received", "2026-11-26T09:00:00Z", true],
] as const)("an entry of %s since %s is past its limit: %s", (list, at, expected) => {
  expect(isPastLimit(list, { at }, { tolerated_since: "2026-11-24T10:00:00+00:00" })).toBe(expected);
});
