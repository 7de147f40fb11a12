import { randomUUID } from "node:crypto";
import type { DeskEvent } from "@/lib/staff/desk/desk-events";
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
import { aDeskOrder, aPackage, DeskStory } from "@/sandbox/builders/desk";

describe("desk events", () => {
  const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });
  const B = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000b", batch_id: null });
  const unpaid = { ...A, payment_status: "unpaid" as const };

  let story: DeskStory;
  beforeEach(() => {
    story = new DeskStory();
  });

  describe("a code names", () => {
    test("a batch to be counted", () => {
      story.open({ ...A, shelf_location: "A-7", package_condition: "tampered" });
      expect(story.desk).toMatchObject({
        step: { at: "counting", draft: { typed: "", shelf: "A-7", condition: "tampered" } },
        notice: null,
        signal: { tone: "success", nth: 1 },
      });
    });

    test.each([
      [{ payment_status: "unpaid" }, "unpaid"],
      [{ payment_status: "canceled", refunded_cents: 100 }, "refunded"],
      [{ dispute_status: "needs_response" }, "disputed"],
    ] as const)("one with %j, which is stopped", (changes, reason) => {
      expect(story.open({ ...A, ...changes })).toMatchObject({
        step: { at: "stopped", reason },
        notice: { tone: "danger" },
        signal: { tone: "danger" },
      });
    });

    test.each([
      [{}, "warning", "BATCH-AAAAAAAA-AAAA was received before"],
      [{ payment_status: "unpaid" }, "danger", "This batch is not paid"],
      [{ dispute_status: "needs_response" }, "danger", "The payment of this batch is disputed"],
    ] as const)("one that was received before, with %j", (changes, tone, title) => {
      expect(story.open({ ...A, ...changes, received_count: 9 })).toMatchObject({
        step: { at: "received" },
        notice: { tone, title },
        signal: { tone },
      });
      expect(story.play({ type: "recount" }).step).toMatchObject({ at: "counting", isRecount: true });
    });

    test("none", () => {
      story.scan("NO-SUCH");
      expect(story.play({ type: "found", orders: [] })).toMatchObject({
        step: { at: "unknown", code: "NO-SUCH" },
        notice: { tone: "danger", title: "No batch “NO-SUCH”" },
      });
      expect(story.play({ type: "kept" })).toMatchObject({
        step: { at: "waiting" },
        notice: { tone: "warning", title: "Package kept without a batch" },
      });
    });

    test("several, of which one is chosen", () => {
      story.scan("ORDER-00000000");
      expect(story.play({ type: "found", orders: [A, B] }).step).toEqual({ at: "choosing", orders: [A, B] });
      expect(story.play({ type: "chosen", order: B }).step).toMatchObject({ at: "counting", order: B });
    });
  });

  describe("what is not to be opened", () => {
    test("is set aside, once", () => {
      story.scan("9400110200881234567890");
      story.play({ type: "found", orders: [] });
      story.open(unpaid);
      const aside = { type: "aside", note: "wet", shelf: "X-1" } as const;
      story.play(aside, aside);
      expect(story.asked.filter((effect) => effect.do === "set_aside")).toEqual([
        {
          do: "set_aside",
          order: unpaid,
          note: "wet",
          shelf: "X-1",
          tracking: "9400110200881234567890",
        },
      ]);
      const order = { ...unpaid, shelf_location: "X-1" };
      expect(story.play({ type: "saved", what: "aside", order, actId: "act" })).toMatchObject({
        step: { at: "waiting" },
        tracking: null,
        notice: {
          tone: "warning",
          title: "BATCH-AAAAAAAA-AAAA is set aside on shelf X-1",
          undo: {
            actId: "act",
            orderId: A.id,
            what: "setting aside BATCH-AAAAAAAA-AAAA",
            code: "BATCH-AAAAAAAA-AAAA",
          },
        },
      });
    });

    test("is counted when staff say so", () => {
      story.open(unpaid);
      expect(story.play({ type: "count_anyway" }).step).toMatchObject({ at: "counting", isRecount: false });
    });

    test("somebody else has set aside meanwhile: it is shown as it is now", () => {
      story.open(unpaid);
      story.play({ type: "aside", note: "", shelf: "" });
      const order = { ...unpaid, shelf_location: "X-1" };
      story.play({ type: "refused", code: "set_aside_changed", text: "It is set aside.", order });
      expect(story.desk).toMatchObject({
        step: { at: "stopped", order, isBusy: false },
        notice: { tone: "danger", text: "It is set aside." },
      });
    });
  });

  describe("two staff at one package", () => {
    test("the second finds the count of the first, and can count again from there", () => {
      story.open(A);
      story.count("10");
      const order = { ...A, received_count: 9, received_by: "sam@example.test" };
      story.play({ type: "refused", code: "received_before", text: "Received before.", order });
      expect(story.desk).toMatchObject({
        step: { at: "received", order },
        notice: { text: "9 of 10 cards were counted by sam@example.test." },
      });
      story.play({ type: "recount" });
      story.count("10");
      expect(story.last).toMatchObject({ do: "count", order, isRecount: true });
    });

    test("what others changed is shown, and the next save is over it", () => {
      story.open(A);
      story.count("10");
      const order = { ...A, version: A.version + 1 };
      story.play({ type: "refused", code: "order_changed", text: "Somebody else.", order, changes: [] });
      expect(story.desk.step).toMatchObject({ at: "counting", order, draft: { typed: "10" }, isBusy: false });
    });

    test("a failure keeps what was typed", () => {
      story.open(A);
      story.count("10");
      story.play({ type: "refused", code: "no_answer", text: "No answer." });
      expect(story.desk).toMatchObject({
        step: { at: "counting", draft: { typed: "10" }, isBusy: false },
        notice: { tone: "danger", text: "No answer." },
      });
    });
  });

  describe("what was taken back", () => {
    test("is at hand again", () => {
      story.open(A);
      story.count("10");
      story.play({ type: "saved", what: "count", order: { ...A, received_count: 10 }, actId: "act" });
      expect(story.play({ type: "undone", code: "BATCH-AAAAAAAA-AAAA" }).notice).toBeNull();
      expect(story.last).toEqual({ do: "look_up", code: "BATCH-AAAAAAAA-AAAA" });
    });

    test("but not when the next one is", () => {
      story.open(A);
      story.play({ type: "undone", code: "BATCH-ZZZZZZZZ-ZZZZ" });
      expect(story.desk.step).toMatchObject({ at: "counting", order: A });
    });
  });

  test("the order at hand is shown as it is now, with what is typed", () => {
    story.open(A);
    story.play({ type: "edited", draft: { typed: "1" } });
    const order = { ...A, arrived_at: "2026-11-23T10:00:00Z" };
    expect(story.play({ type: "changed", order }).step).toMatchObject({ order, draft: { typed: "1" } });
    expect(new DeskStory().play({ type: "changed", order }).step).toEqual({ at: "waiting" });
  });

  test("while the server is asked nothing is pressed", () => {
    story.scan("BATCH-AAAAAAAA-AAAA");
    const busy = story.desk;
    for (const event of [
      { type: "no_label" },
      { type: "left" },
      { type: "kept" },
      { type: "recount" },
      { type: "keep_unlabeled" },
      { type: "chosen", order: A },
      { type: "match_begun", package: aPackage() },
    ] as const)
      expect(story.play(event)).toEqual(busy);
  });

  test("an event of another step does nothing", () => {
    const events: DeskEvent[] = [
      { type: "edited", draft: { typed: "1" } },
      { type: "counted", isMoreToCome: false },
      { type: "searched", text: "x" },
      { type: "aside", note: "", shelf: "" },
      { type: "count_anyway" },
      { type: "kept" },
      { type: "found", orders: [A] },
      { type: "candidates", nth: 0, orders: [] },
    ];
    for (const event of events) expect(new DeskStory().play(event)).toEqual(new DeskStory().desk);
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

describe("desk rests", () => {
  /* The rest of a batch of which cards were missing comes in a package of its own. */

  const asked = {
    kind: "short",
    qty: 3,
    status: "accepted",
    chosen_option: "send_rest",
    at: "2026-11-20T10:00:00Z",
    until: "2026-12-20T10:00:00Z",
    more: 0,
  } as const;
  const A = aDeskOrder({
    id: "00000000-0000-0000-0000-00000000000a",
    batch_id: "BATCH-AAAAAAAA-AAAA",
    num_cards: 12,
    received_count: 9,
    asked,
  });
  const C = "BATCH-CCCCCCCC-CCCC";

  let story: DeskStory;
  beforeEach(() => {
    story = new DeskStory();
  });

  test("it is counted at once, and the product adds it up", () => {
    expect(story.open(A)).toMatchObject({
      step: { at: "counting", isRecount: true, isRest: true },
      notice: {
        tone: "success",
        title: "BATCH-AAAAAAAA-AAAA: the rest",
        text: "9 cards are here. Count the 3 that come now alone.",
      },
    });
    story.scan("3");
    expect(story.last).toMatchObject({ do: "count", count: 12, isRecount: true });
  });

  test("a count of it that differs is typed again", () => {
    story.open(A);
    story.scan("2");
    expect(story.desk).toMatchObject({
      step: { doubt: { count: 2 } },
      notice: { title: "You counted 2, and 3 are expected" },
    });
    story.scan("2");
    expect(story.last).toMatchObject({ do: "count", count: 11, isRecount: true });
  });

  test("all the cards can be counted again in place of it", () => {
    story.open(A);
    expect(story.play({ type: "recount" }).step).toMatchObject({ isRecount: true, isRest: false });
    story.scan("12");
    expect(story.last).toMatchObject({ do: "count", count: 12 });
  });

  test("what is left uncounted is named", () => {
    story.open(A);
    expect(story.scan(C).notice?.title).toBe("BATCH-AAAAAAAA-AAAA was left");
  });

  test("what stands against the batch comes first", () => {
    expect(story.open({ ...A, dispute_status: "needs_response" }).step.at).toBe("received");
    expect(story.play({ type: "recount", isRest: true }).step).toMatchObject({ isRest: true });
  });

  test.each([
    [{ kind: "short", chosen_option: "refund" }],
    [{ kind: "extra", chosen_option: "pay" }],
    [{ kind: "short", status: "proposed", chosen_option: null }],
  ] as const)("nothing is awaited where %j is asked", (changes) => {
    expect(story.open({ ...A, asked: { ...asked, ...changes } }).step.at).toBe("received");
  });

  test("somebody else has counted it meanwhile: their count stands", () => {
    story.open(A);
    story.scan("3");
    const order = { ...A, received_count: 12, asked: null, version: A.version + 1 };
    story.play({ type: "refused", code: "order_changed", text: "Somebody else.", order, changes: [] });
    expect(story.desk).toMatchObject({
      step: { at: "received", order },
      notice: { title: "BATCH-AAAAAAAA-AAAA was received before" },
    });
  });

  test("something else was changed meanwhile: it is still the rest", () => {
    story.open(A);
    story.scan("3");
    const order = { ...A, version: A.version + 1 };
    story.play({ type: "refused", code: "order_changed", text: "Somebody else.", order, changes: [] });
    expect(story.desk.step).toMatchObject({ at: "counting", isRest: true, order, draft: { typed: "3" } });
  });
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

describe("desk early counts", () => {
  const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });
  const C = "BATCH-CCCCCCCC-CCCC";

  let story: DeskStory;
  beforeEach(() => {
    story = new DeskStory();
  });

  describe("a count that was typed early", () => {
    test("stands in the field as soon as there is one, and the next scan checks it in", () => {
      story.scan("BATCH-AAAAAAAA-AAAA");
      story.play({ type: "found", orders: [A] }, { type: "typed_early", text: "10" });
      expect(story.desk.step).toMatchObject({ at: "counting", draft: { typed: "10" } });
      story.scan(C);
      expect(story.last).toMatchObject({ do: "count", order: { id: A.id }, count: 10 });
    });

    test("is none of a package that is not counted", () => {
      story.open({ ...A, payment_status: "unpaid" });
      const before = story.desk;
      expect(story.play({ type: "typed_early", text: "10" })).toBe(before);
    });

    test("changes nothing of the count that is being saved, nor of that which was refused", () => {
      story.open(A);
      story.count("10");
      story.play({ type: "edited", draft: { typed: "103", shelf: "A-7" } });
      expect(story.desk.step).toMatchObject({ draft: { typed: "10", shelf: "A-7" } });
      story.play(
        { type: "refused", code: "no_answer", text: "No answer." },
        { type: "typed_early", text: "3" },
      );
      expect(story.desk.step).toMatchObject({ draft: { typed: "10" } });
    });
  });
});

describe("desk far counts", () => {
  /* A count that is likely the number of something else: more than twice the cards, and more than twenty on top. */

  const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });

  let story: DeskStory;
  beforeEach(() => {
    story = new DeskStory();
  });

  test("far too many is taken by a press of its own alone, however often it is typed or scanned", () => {
    story.open(A);
    for (const typed of ["9400", "9400", "9400"]) story.count(typed);
    story.scan("9400");
    expect(story.asked.filter((effect) => effect.do === "count")).toEqual([]);
    expect(story.desk).toMatchObject({
      step: { at: "counting", draft: { typed: "" }, doubt: { count: 9400, isFar: true } },
      notice: { tone: "danger", title: "9,400 cards, and 10 are expected" },
    });
    story.play({ type: "counted", isMoreToCome: false, isSure: true });
    expect(story.last).toMatchObject({ do: "count", count: 9400 });
  });

  test("far too many is corrected by what is typed next", () => {
    story.open(A);
    for (const typed of ["9400", "9400", "10"]) story.count(typed);
    expect(story.last).toMatchObject({ do: "count", count: 10 });
  });

  test("nobody is sure of a count that was not asked about", () => {
    story.open(A);
    story.count("9400");
    story.play({ type: "counted", isMoreToCome: false, isSure: true });
    expect(story.desk.step).toMatchObject({ at: "counting", isBusy: false });
    expect(story.asked.filter((effect) => effect.do === "count")).toEqual([]);
  });
});

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
