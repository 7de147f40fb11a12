import { changedByWords, timeAgo } from "@/lib/base/time-ago";

const NOW = new Date("2026-11-23T12:00:00Z");

test.each([
  ["2026-11-23T12:00:00Z", "just now"],
  ["2026-11-23T11:59:00.001Z", "just now"],
  ["2026-11-23T12:03:00Z", "just now"],
  ["2026-11-23T11:59:00Z", "1 minute ago"],
  ["2026-11-23T11:57:30.123456+00:00", "2 minutes ago"],
  ["2026-11-23T11:00:01Z", "59 minutes ago"],
  ["2026-11-23T11:00:00Z", "1 hour ago"],
  ["2026-11-22T12:00:01Z", "23 hours ago"],
  ["2026-11-22T12:00:00Z", "1 day ago"],
  ["2026-09-01T12:00:00Z", "83 days ago"],
])("%s is %s", (at, expected) => expect(timeAgo(at, NOW)).toBe(expected));

test("who changed something is named with how long ago", () => {
  expect(changedByWords("sam@example.com", "2026-11-23T11:58:00Z", NOW)).toBe(
    "Changed by sam@example.com 2 minutes ago",
  );
});
