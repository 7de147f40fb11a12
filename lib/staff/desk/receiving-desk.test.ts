import { randomUUID } from "node:crypto";
import * as notices from "@/lib/staff/desk/desk-notice";
import { deskHref, readDeskPlace } from "@/lib/staff/desk/desk-place";
import {
  counting,
  draftOf,
  EMPTY_DESK,
  isBusy,
  open,
  orderAtHand,
  signal,
} from "@/lib/staff/desk/desk-state";
import { packageName, receivingDeskSchema } from "@/lib/staff/desk/receiving-desk";
import {
  checkInSchema,
  deletePackageSchema,
  matchPackageSchema,
  packageChangeBodySchema,
  packageSchema,
  setAsideChangeSchema,
} from "@/lib/staff/desk/schema";
import { setAsideWords, stopReason, stopWords } from "@/lib/staff/desk/stop-reason";
import { cardsToCome, countedBefore, judgeCount, readCount } from "@/lib/staff/desk/typed-count";
import { SET_ASIDE_REASONS, type StaffOrder } from "@/lib/staff/staff-order";
import { aDeskOrder, aPackage } from "@/sandbox/builders/desk";

describe("receiving desk", () => {
  const aside = {
    reason: "unpaid",
    note: null,
    set_aside_at: "2026-08-20T12:00:00+00:00",
    set_aside_by: null,
    asked_note: null,
    asked_at: null,
    asked_by: null,
  } as const;
  const desk = {
    staff_role: "staff",
    awaited: { count: 1000, is_more: true },
    here: null,
    orders: [aDeskOrder({ return_address: { full_name: "Jane" }, set_aside: aside, box_counts: [4] })],
    packages: [],
    next_package: null,
    set_asides: [
      {
        ...aside,
        order_id: "1",
        batch_id: null,
        customer_name: null,
        email: null,
        payment_status: "unpaid",
        shelf_location: null,
      },
    ],
    next_set_aside: null,
    package_changes: [
      {
        id: "1",
        kind: "edit",
        sender: null,
        tracking_number: null,
        actor_email: null,
        created_at: "2026-08-20",
      },
    ],
    acts: [],
  };

  test.each([null, "ups"] as const)(
    "a package by the carrier %s is on the desk beside the order",
    (carrier) => {
      const whole = { ...desk, packages: [aPackage({ carrier })] };
      expect(receivingDeskSchema.parse(whole)).toEqual(whole);
    },
  );

  test("a carrier that nobody knows is refused", () => {
    const packages = [{ ...aPackage(), carrier: "pigeon" }];
    expect(receivingDeskSchema.safeParse({ ...desk, packages }).success).toBe(false);
  });

  test.each([
    [{ sender: "Casey", tracking_number: "1Z" }, "Casey"],
    [{ sender: null, tracking_number: "1Z" }, "1Z"],
    [{ sender: null, tracking_number: null }, "an unknown sender"],
  ])("a package with %j is called %s", (facts, name) => expect(packageName(facts)).toBe(name));
});

describe("desk state", () => {
  const order = aDeskOrder();

  test("every result sounds once, each with a number of its own", () => {
    const once = signal(EMPTY_DESK, "success");
    expect(once.signal).toEqual({ tone: "success", nth: 1 });
    expect(signal(once, "danger").signal).toEqual({ tone: "danger", nth: 2 });
  });

  test.each([
    [{ at: "waiting" } as const, false, null],
    [{ at: "looking", code: "x", isTracking: false } as const, true, null],
    [{ at: "received", order } as const, false, order],
    [counting(order, false), false, order],
    [{ ...counting(order, false), isBusy: true }, true, order],
    [{ at: "stopped", order, reason: "unpaid", isBusy: true } as const, true, order],
  ])("%#: busy or not, and the order at hand", (step, busy, atHand) => {
    const desk = { ...EMPTY_DESK, step };
    expect(isBusy(desk)).toBe(busy);
    expect(orderAtHand(desk)).toBe(atHand);
  });

  test("a count begins with what is stored of the package", () => {
    expect(draftOf(order)).toEqual({ typed: "", shelf: "", condition: "ok" });
    const known = { ...order, shelf_location: "A-7", package_condition: "tampered" as const };
    expect(draftOf(known)).toEqual({ typed: "", shelf: "A-7", condition: "tampered" });
  });

  test.each([
    [{}, "counting"],
    [{ received_count: 0 }, "received"],
    [{ payment_status: "failed" as const }, "stopped"],
  ])("an order with %j is opened as %s", (changes, at) => {
    expect(open(EMPTY_DESK, { ...order, ...changes }).step.at).toBe(at);
  });
});

describe("desk place", () => {
  const place = { package: randomUUID(), order: randomUUID() };

  test("where the lists begin is read as it was written", () => {
    const href = deskHref(place);
    expect(href).toBe(`/admin/receive?packages_after=${place.package}&asides_after=${place.order}`);
    expect(readDeskPlace(Object.fromEntries(new URL(href, "https://x.example").searchParams))).toEqual(place);
    expect(deskHref({})).toBe("/admin/receive");
  });

  test("of a repeated place the first counts, and nonsense is none", () => {
    expect(readDeskPlace({ packages_after: [place.package, "x"], asides_after: "1'; --" })).toEqual({
      package: place.package,
    });
  });
});

describe("desk notice", () => {
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
});

describe("stop reason", () => {
  type Facts = Pick<
    StaffOrder,
    "payment_status" | "refunded_cents" | "dispute_status" | "cancel_requested_at"
  >;
  const facts = (changes: Partial<Facts>): Facts => ({
    payment_status: "paid",
    refunded_cents: 0,
    dispute_status: null,
    cancel_requested_at: null,
    ...changes,
  });

  test.each<[Partial<Facts>, string | null]>([
    [{}, null],
    [{ refunded_cents: 500 }, null],
    [{ payment_status: "unpaid" }, "unpaid"],
    [{ payment_status: "pending" }, "unpaid"],
    [{ payment_status: "failed" }, "unpaid"],
    [{ payment_status: "canceled" }, "canceled"],
    [{ payment_status: "canceled", refunded_cents: 500 }, "refunded"],
    [{ dispute_status: "needs_response" }, "disputed"],
    [{ dispute_status: "lost" }, "disputed"],
    [{ dispute_status: "won" }, null],
    [{ dispute_status: "warning_closed" }, null],
    [{ cancel_requested_at: "2026-11-20T10:00:00Z" }, "cancel_asked"],
    [
      { cancel_requested_at: "2026-11-20T10:00:00Z", payment_status: "canceled", refunded_cents: 1 },
      "refunded",
    ],
    [{ payment_status: "unpaid", dispute_status: "lost" }, "unpaid"],
  ])("%j is stopped as %s", (changes, reason) => {
    expect(stopReason(facts(changes))).toBe(reason);
  });

  test("every reason reads differently; a word of nobody's stays as it is", () => {
    expect(new Set(SET_ASIDE_REASONS.map(setAsideWords)).size).toBe(SET_ASIDE_REASONS.length);
    const stopped = SET_ASIDE_REASONS.flatMap((reason) => (reason === "other" ? [] : stopWords(reason)));
    expect(new Set(stopped).size).toBe(SET_ASIDE_REASONS.length - 1);
    expect(setAsideWords("a flood")).toBe("a flood");
  });
});

describe("typed count", () => {
  test.each([
    ["0", { count: 0 }],
    [" 12 ", { count: 12 }],
    ["0012", { count: 12 }],
    ["9999", { count: 9999 }],
    ["10000", { problem: "code" }],
    ["9400110200881234567890", { problem: "code" }],
    ["1Z 999 AA1 01", { problem: "code" }],
    ["BATCH-MGX2K9QW-7F3K", { problem: "code" }],
    ["", { problem: "unreadable" }],
    ["-1", { problem: "unreadable" }],
    ["1.5", { problem: "unreadable" }],
    ["1e3", { problem: "unreadable" }],
    ["twelve cards!", { problem: "unreadable" }],
  ])("%j", (typed, read) => {
    expect(readCount(typed)).toEqual(read);
  });

  test.each([
    [12, [], 0, 12],
    [12, [5], 5, 7],
    [12, [5, 7], 12, 0],
    [12, [15], 15, 0],
    [0, [], 0, 0],
  ])("of %i cards, after boxes of %j: %i counted, %i to come", (paid, box_counts, before, expected) => {
    expect(countedBefore({ box_counts })).toBe(before);
    expect(cardsToCome({ paid, before })).toBe(expected);
  });

  test.each([
    ["12", false, null, { take: 12 }],
    ["11", false, null, { doubt: 11 }],
    ["13", false, null, { doubt: 13 }],
    ["11", false, 11, { take: 11 }],
    // Typed differently again: that one is typed once more, too.
    ["10", false, 11, { doubt: 10 }],
    ["12", false, 11, { take: 12 }],
    ["5", true, null, { take: 5 }],
    ["0", true, null, { take: 0 }],
    // All are here, and yet more are to come.
    ["12", true, null, { doubt: 12 }],
    ["12", true, 12, { take: 12 }],
    ["x", false, null, { problem: "unreadable" }],
    ["9400110200881234567890", true, null, { problem: "code" }],
  ])("%s of 12, more to come: %s, typed before: %j", (typed, isMoreToCome, doubtful, verdict) => {
    expect(judgeCount(typed, { paid: 12, before: 0, isMoreToCome, doubtful })).toEqual(verdict);
  });

  test.each([
    // More than twice as many, and more than twenty on top: typing it again does not do.
    ["33", 12, 0, 33, { far: 33 }],
    ["32", 12, 0, 32, { take: 32 }],
    ["60", 30, 0, 60, { take: 60 }],
    ["61", 30, 0, 61, { far: 61 }],
    ["9400", 5, 0, null, { doubt: 9400 }],
    ["9400", 5, 0, 9400, { far: 9400 }],
    ["9400", 9400, 0, null, { take: 9400 }],
    // Of boxes it is the sum that is too much.
    ["25", 100, 99, 25, { take: 25 }],
    ["30", 12, 5, 30, { far: 30 }],
  ])("%s of %i after %i before, typed before: %j", (typed, paid, before, doubtful, verdict) => {
    expect(judgeCount(typed, { paid, before, isMoreToCome: false, doubtful })).toEqual(verdict);
  });
});

describe("schema", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  const checkIn = { version: 3, count: 12, condition: "ok" };

  test("a check-in says what was found, and nothing else is read", () => {
    const whole = {
      ...checkIn,
      shelf: "A-7",
      is_recount: true,
      is_more_to_come: true,
      inbound_tracking: "1Z",
    };
    expect(checkInSchema.parse({ ...whole, payment_status: "paid" })).toEqual(whole);
    expect(checkInSchema.parse(checkIn)).toEqual(checkIn);
  });

  test.each([
    [0, true],
    [9999, true],
    [10_000, false],
    [-1, false],
    [1.5, false],
    ["12", false],
    [undefined, false],
  ])("%j cards can be counted: %s", (count, expected) => {
    expect(checkInSchema.safeParse({ ...checkIn, count }).success).toBe(expected);
  });

  test.each([[-1], [1.5], ["12"], [undefined], [null]])("%j for a count asks for it", (count) => {
    const { error } = checkInSchema.safeParse({ ...checkIn, count });
    expect(error?.issues[0]?.message).toBe("Please enter how many cards you counted.");
  });

  test.each([
    { version: 0 },
    { version: undefined },
    { condition: "wet" },
    { condition: undefined },
    { shelf: "x".repeat(101) },
    { is_recount: "yes" },
  ])("no check-in with %p", (changes) => {
    expect(checkInSchema.safeParse({ ...checkIn, ...changes }).success).toBe(false);
  });

  test("of a package without a batch all may be unknown", () => {
    const known = { carrier: "ups", tracking_number: "1Z", sender: "Casey", notes: "wet", shelf: "A-7" };
    expect(packageSchema.parse({})).toEqual({});
    expect(packageSchema.parse({ ...known, order_id: ID })).toEqual(known);
  });

  test.each([
    { carrier: "a friend" },
    { tracking_number: "x".repeat(101) },
    { sender: "x".repeat(201) },
    { notes: "x".repeat(2001) },
    { shelf: "x".repeat(101) },
  ])("a package cannot have %j", (facts) => {
    expect(packageSchema.safeParse(facts).success).toBe(false);
  });

  test("a package is matched to a batch by the ids of both", () => {
    const match = { package_id: ID, order_id: ID };
    expect(matchPackageSchema.parse({ ...match, shelf: "A-7" })).toEqual(match);
    for (const lacking of [
      { package_id: ID },
      { order_id: ID },
      { ...match, order_id: "BATCH-ABCDEFGH-2345" },
    ])
      expect(matchPackageSchema.safeParse(lacking).success).toBe(false);
  });

  test.each([
    [{ action: "set_aside" }, true],
    [{ action: "set_aside", note: "wet", shelf: "X-1", inbound_tracking: "1Z" }, true],
    [{ action: "set_aside", note: "x".repeat(2001) }, false],
    [{ action: "asked", note: "the customer on 3 Nov" }, true],
    [{ action: "asked", note: "  " }, false],
    [{ action: "asked" }, false],
    [{ action: "end" }, true],
    [{ action: "open" }, false],
    [{}, false],
  ])("a change of what is set aside as %j is taken: %s", (body, isTaken) => {
    expect(setAsideChangeSchema.safeParse(body).success).toBe(isTaken);
  });

  test("a package is corrected and deleted at the version that was seen", () => {
    const known = { carrier: "ups", sender: "Casey", version: 3 };
    expect(packageChangeBodySchema.parse(known)).toEqual(known);
    expect(packageChangeBodySchema.safeParse({ sender: "Casey" }).success).toBe(false);
    expect(deletePackageSchema.safeParse({ version: 1 }).success).toBe(true);
    expect(deletePackageSchema.safeParse({}).success).toBe(false);
  });
});
