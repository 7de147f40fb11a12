import { activityCsvHeading, activityCsvRow } from "@/lib/staff/activity/activity-csv";

const shared = { id: 1, at: "2026-11-23T12:00:00Z", actor_id: "s2", actor_email: "staff2@example.com" };

test("a row has as many cells as the heading, and no formula", () => {
  const row = activityCsvRow({
    ...shared,
    source: 0,
    type: "note",
    order_id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
    batch_id: "BATCH-MGX2K9QW-7F3K",
    from_value: null,
    to_value: "=1+1",
    message: null,
    data: null,
  });
  expect(row).toBe("2026-11-23T12:00:00Z,staff2@example.com,Note,BATCH-MGX2K9QW-7F3K,,'=1+1,\r\n");
  expect(activityCsvHeading.split(",")).toHaveLength(7);
});

test("a script and an account that is gone are told apart", () => {
  const doerOf = (actor_id: string | null) =>
    activityCsvRow({
      ...shared,
      ...{ actor_id, actor_email: null, source: 1, type: "exported" },
      ...{ about: null, before: null, after: null },
    }).split(",")[1];
  expect([doerOf(null), doerOf("s2")]).toEqual(["System", "An account that is gone"]);
});

test("what is about no batch says what it is about", () => {
  const row = activityCsvRow({
    ...shared,
    source: 1,
    type: "group_opened",
    about: "Group 3",
    before: null,
    after: { grader: "PSA" },
  });
  expect(row).toBe("2026-11-23T12:00:00Z,staff2@example.com,Group opened,,Group 3,grader PSA,\r\n");
});
