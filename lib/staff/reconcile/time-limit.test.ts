import { isPastLimit } from "@/lib/staff/reconcile/time-limit";

const NOW = Date.parse("2026-11-26T10:00:00Z");

test.each([
  ["count_differs", "2026-11-24T10:00:00Z", false],
  ["count_differs", "2026-11-24T09:59:59Z", true],
  ["mails_failed", "2026-11-26T09:00:00Z", false],
  ["unmatched", "2026-11-20T10:00:00Z", true],
  ["never_received", "2026-11-26T09:00:00Z", true],
] as const)("an entry of %s since %s is past its limit: %s", (list, at, expected) => {
  expect(isPastLimit(list, { at }, NOW)).toBe(expected);
});

test("at the weekend nobody is waited for", () => {
  expect(isPastLimit("unmatched", { at: "2026-11-20T10:00:00Z" }, Date.parse("2026-11-24T09:00:00Z"))).toBe(
    false,
  );
});
