import { promisedBy } from "@/lib/staff/groups/promise";

// 2026-11-02 is a Monday.
test.each([
  ["2026-11-02T10:00:00Z", "2026-11-23T10:00:00.000Z"],
  ["2026-11-04T23:59:59Z", "2026-11-25T23:59:59.000Z"],
  ["2026-11-06T08:00:00Z", "2026-11-27T08:00:00.000Z"],
  ["2026-11-07T00:00:00Z", "2026-11-27T23:59:59.999Z"],
  ["2026-11-08T15:00:00Z", "2026-11-27T23:59:59.999Z"],
  ["2026-11-02T10:00:00+02:00", "2026-11-23T08:00:00.000Z"],
])("received at %s, promised by %s", (receivedAt, until) => {
  expect(promisedBy(receivedAt)).toBe(until);
});
