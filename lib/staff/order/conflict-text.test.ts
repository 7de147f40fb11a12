import { changedText, conflictText } from "@/lib/staff/order/conflict-text";

const NOW = new Date("2026-11-23T12:00:00Z");
const first = {
  actor_type: "stripe",
  actor_email: null,
  occurred_at: "2026-11-23T11:00:00Z",
} as const;
const last = {
  actor_type: "staff",
  actor_email: "staff2@example.com",
  occurred_at: "2026-11-23T11:57:30Z",
} as const;

test("a conflict names who changed the order last, and how long ago", () => {
  expect(conflictText([first, last], NOW)).toEqual({
    text: "Changed by staff2@example.com 2 minutes ago. Look at what they did, then save again.",
  });
  expect(conflictText([first], NOW).text).toMatch(/^Changed by Payment service 1 hour ago\./);
});

test("of what left no event nobody is named", () => expect(conflictText([], NOW)).toEqual({}));

test.each([
  ["staff2@example.com", "2026-11-23T11:57:30Z", "Changed by staff2@example.com 2 minutes ago"],
  // Their account is gone.
  [null, "2026-11-23T11:59:59Z", "Changed by Staff just now"],
])("a package or a group that %s changed at %s", (changed_by_email, changed_at, words) => {
  const text = `${words}. Look at what they did, then try again.`;
  expect(changedText({ changed_by_email, changed_at }, NOW)).toEqual({ text });
});

test("of a group that nobody has changed nobody is named", () =>
  expect(changedText({ changed_by_email: null, changed_at: null }, NOW)).toEqual({}));
