import { activityWords } from "@/lib/staff/activity/activity-words";
import { type ActivityRow, LOG_KINDS } from "@/lib/staff/activity/schema";

type LogRow = Extract<ActivityRow, { source: 1 }>;
const shared = { id: 1, at: "2026-11-23T12:00:00Z", actor_id: "s2", actor_email: "staff2@example.com" };
const logged = (row: Partial<LogRow>): LogRow => ({
  ...shared,
  source: 1,
  type: "package_added",
  about: null,
  before: null,
  after: null,
  ...row,
});

test.each<[string, Partial<LogRow>, string | null, string | null]>([
  [
    "Package corrected",
    {
      type: "package_changed",
      about: "Casey",
      before: { shelf_location: "A-1", sender: null, deleted_at: null },
      after: { shelf_location: "B-2", sender: "Casey", deleted_at: null },
    },
    "Casey",
    "sender Casey, shelf A-1 → B-2",
  ],
  [
    "Package deleted",
    { type: "package_deleted", about: "Casey", before: { deleted_at: null }, after: { deleted_at: "2026" } },
    "Casey",
    null,
  ],
  [
    "Package corrected",
    { type: "package_changed", before: { notes: "wet" }, after: { notes: null } },
    null,
    "notes wet → none",
  ],
  [
    "Group moved on",
    {
      type: "group_stepped",
      about: "Group 3",
      before: { step: "closed" },
      after: { step: "shipped", batches: 4 },
    },
    "Group 3",
    "step Closed, to be shipped → Shipped to grader, batches 4",
  ],
  [
    "File exported",
    {
      type: "exported",
      about: "orders",
      after: { filter: { payment: "paid" }, rows: 18_984, is_complete: true },
    },
    "Orders",
    "payment paid: 18,984 rows",
  ],
  [
    "File exported",
    { type: "exported", about: "activity", after: { filter: {}, rows: 1, is_complete: false } },
    "Activity",
    "all of it: 1 row, broken off",
  ],
  [
    "File exported",
    { type: "exported", about: "orders", after: {} },
    "Orders",
    "all of it: on its way, or broken off",
  ],
  ["Failed mail sent again", { type: "mail_retried", after: { count: 3 } }, "all that had failed", "3 mails"],
  [
    "Payment exception settled",
    {
      type: "exception_resolved",
      about: "sub_1",
      before: { reason: "refund_failed" },
      after: { resolution: "Sent back" },
    },
    "sub_1",
    "A refund failed later: the money is with us again: Sent back",
  ],
])("%s", (title, row, about, change) => {
  expect(activityWords(logged(row))).toEqual({ title, about, change });
});

test("every kind of the log has a title of its own", () => {
  const titles = LOG_KINDS.map((type) => activityWords(logged({ type })).title);
  expect(new Set(titles).size).toBe(LOG_KINDS.length);
});

test("an event of an order reads as on its timeline, one about people as on their page", () => {
  const event: ActivityRow = {
    ...shared,
    source: 0,
    type: "tracking_number",
    order_id: "1",
    batch_id: null,
    from_value: null,
    to_value: "1Z",
    message: null,
    data: null,
  };
  expect(activityWords(event)).toEqual({ title: "Tracking number", about: null, change: "none → 1Z" });
  const removed: ActivityRow = {
    ...shared,
    source: 2,
    type: "removed",
    about: "sam@example.com",
    before: null,
    after: null,
  };
  expect(activityWords(removed)).toEqual({
    title: "removed from the staff",
    about: "sam@example.com",
    change: null,
  });
});
