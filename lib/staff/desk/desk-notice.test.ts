import * as notices from "@/lib/staff/desk/desk-notice";
import { aDeskOrder } from "@/sandbox/builders/desk";

const saved = (changes: Parameters<typeof aDeskOrder>[0]) => ({
  order: aDeskOrder({ batch_id: "BATCH-AAAAAAAA-AAAA", ...changes }),
  actId: "act",
});

test.each([
  [{ received_count: 10 }, "success", "counted 10 of 10", "gets it by email"],
  [{ received_count: 9 }, "warning", "counted 9 of 10", "The difference is on the order."],
  [{ received_count: 10, payment_status: "unpaid" as const }, "success", "counted 10 of 10", "no email"],
])("a count of %j is told %s", (changes, tone, title, text) => {
  const notice = notices.countedNotice(saved(changes));
  expect(notice).toMatchObject({ tone, title: `BATCH-AAAAAAAA-AAAA: ${title}`, undo: { actId: "act" } });
  expect(notice.text).toContain(text);
});

describe("another batch has the number of the package, too", () => {
  const inbound_elsewhere = { id: "1", batch_id: "BATCH-BBBBBBBB-BBBB", is_same_owner: false };
  const shared = { inbound_tracking: "1Z", received_count: 10, box_counts: [4], inbound_elsewhere };

  test.each([
    ["counted", notices.countedNotice],
    ["counted in a box", notices.boxNotice],
    ["set aside", notices.setAsideNotice],
    ["matched", notices.matchedNotice],
  ])("another customer's: what was %s is told to be looked at", (_, told) => {
    const notice = told(saved(shared));
    expect(notice).toMatchObject({ tone: "warning", undo: { actId: "act" } });
    expect(notice.text).toMatch(/^BATCH-BBBBBBBB-BBBB of another customer has the package number 1Z, too/);
  });

  test("the same customer's: it is said, and all is well", () => {
    const same = { ...shared, inbound_elsewhere: { ...inbound_elsewhere, is_same_owner: true } };
    const notice = notices.countedNotice(saved(same));
    expect(notice.tone).toBe("success");
    expect(notice.text).toMatch(/the same box\? The customer sees it/);
  });
});

test("boxes are added up", () => {
  expect(notices.boxNotice(saved({ box_counts: [4, 3] })).title).toBe(
    "BATCH-AAAAAAAA-AAAA: box 2 counted, 7 of 10 so far",
  );
});

test.each([
  [null, "BATCH-AAAAAAAA-AAAA is set aside"],
  ["X-1", "BATCH-AAAAAAAA-AAAA is set aside on shelf X-1"],
])("set aside on the shelf %j", (shelf_location, title) => {
  expect(notices.setAsideNotice(saved({ shelf_location })).title).toBe(title);
});

test.each([
  [{ payment_status: "unpaid" as const }, "It is on the list below until its customer has answered."],
  [{ dispute_status: "under_review" }, "It is on the list below until the dispute is over."],
  [
    { cancel_requested_at: "2026-11-20T10:00:00Z" },
    "It is on the list below until it goes back or is counted. Its customer waits for our answer: refund it, or go on with it.",
  ],
  [
    { payment_status: "canceled" as const, refunded_cents: 25_000 },
    "It is on the list below until it goes back, ungraded. Its customer is told by email.",
  ],
  [{}, "It is on the list below until it is counted, or taken off it."],
])("set aside of %j it says what it waits for", (changes, text) => {
  expect(notices.setAsideNotice(saved(changes)).text).toBe(text);
});

test("what was received before says by whom where that is known", () => {
  const { order } = saved({ received_count: 1 });
  expect(notices.receivedNotice(order).text).toBe("1 of 10 cards were counted.");
  expect(notices.receivedNotice({ ...order, received_by: "sam@example.test" }).text).toBe(
    "1 of 10 cards were counted by sam@example.test.",
  );
});

test("what stands against a batch that was received before comes first", () => {
  const { order } = saved({ received_count: 9, dispute_status: "under_review" });
  expect(notices.receivedNotice(order)).toMatchObject({
    tone: "danger",
    title: "The payment of this batch is disputed",
    text: "BATCH-AAAAAAAA-AAAA was received before. 9 of 10 cards were counted.",
  });
});

test("a doubtful count says what waits for it", () => {
  expect(notices.doubtNotice(9, 1000, []).title).toBe("You counted 9, and 1,000 are expected");
  expect(notices.doubtNotice(9, 10, ["BATCH-B"]).text).toContain("BATCH-B waits until then.");
});

test.each([
  ["paid" as const, "9,390 more than were paid for, $206,580.00 at its rate."],
  ["unpaid" as const, "9,390 more than were ordered."],
])(
  "far too many cards of a batch that is %s are named with what they would cost",
  (payment_status, words) => {
    const { order } = saved({ payment_status, grading_fee: 220 });
    const notice = notices.farNotice(order, 9400, 9400, 10);
    expect(notice).toMatchObject({ tone: "danger", title: "9,400 cards, and 10 are expected" });
    expect(notice.text).toContain(words);
    // Of a rest it is what is still to come.
    expect(notices.farNotice(order, 9393, 9400, 3).title).toBe("9,393 cards, and 3 are expected");
  },
);

test("each of the others has its tone", () => {
  const { order } = saved({});
  const tones = [
    notices.stoppedNotice(order, "unpaid"),
    notices.matchedNotice(saved({})),
    notices.unknownNotice("x"),
    notices.leftNotice(order),
    notices.trackingNotice("1Z", true),
    notices.tooEarlyNotice("12"),
    notices.heldNotice(["x"]),
    notices.keptNotice(),
    notices.failedNotice("x"),
  ].map(({ tone }) => tone);
  expect(tones).toEqual([
    "danger",
    "success",
    "danger",
    "warning",
    "success",
    "warning",
    "warning",
    "warning",
    "danger",
  ]);
});
