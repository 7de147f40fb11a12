import * as notices from "@/lib/staff/desk/desk-notice";
import { isBusy } from "@/lib/staff/desk/desk-state";
import { readDeskCursor } from "@/lib/staff/desk/receiving-desk";
import { aDeskOrder, aPackage, DeskScenario } from "@/sandbox/builders/desk";

const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });

let story: DeskScenario;
beforeEach(() => {
  story = new DeskScenario();
});

describe("desk events", () => {
  const B = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000b", batch_id: null });
  const unpaid = { ...A, payment_status: "unpaid" as const };

  describe("codes", () => {
    test.each([
      [{}, "warning", "BATCH-AAAAAAAA-AAAA is already checked in"],
      [{ payment_status: "unpaid" }, "danger", "This batch isn't paid"],
    ] as const)("reports a batch that is already checked in, with %j", (changes, tone, title) => {
      expect(story.open({ ...A, ...changes, received_count: 9 })).toMatchObject({
        step: { at: "received" },
        notice: { tone, title },
        signal: { tone },
      });
      expect(story.play({ type: "recount" }).step).toMatchObject({ at: "counting", isRecount: true });
    });

    test("offers to store the package when no batch has the code", () => {
      story.scan("NO-SUCH");
      expect(story.play({ type: "found", orders: [] })).toMatchObject({
        step: { at: "unknown", code: "NO-SUCH" },
        notice: { tone: "danger", title: "No batch matches “NO-SUCH”" },
      });
      expect(story.play({ type: "kept" })).toMatchObject({
        step: { at: "waiting" },
        notice: { tone: "warning", title: "Package saved without a batch" },
      });
    });

    test("asks which batch when several have the code", () => {
      story.scan("ORDER-00000000");
      expect(story.play({ type: "found", orders: [A, B] }).step).toEqual({ at: "choosing", orders: [A, B] });
      expect(story.play({ type: "chosen", order: B }).step).toMatchObject({ at: "counting", order: B });
    });
  });

  describe("stopped packages", () => {
    test("sets a stopped package aside only once", () => {
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
      expect(story.play({ type: "saved", what: "aside", order, actionId: "act" })).toMatchObject({
        step: { at: "waiting" },
        tracking: null,
        notice: {
          tone: "warning",
          title: "BATCH-AAAAAAAA-AAAA is set aside on shelf X-1",
          undo: {
            actionId: "act",
            orderId: A.id,
            what: "setting aside BATCH-AAAAAAAA-AAAA",
            code: "BATCH-AAAAAAAA-AAAA",
          },
        },
      });
    });

    test("counts a stopped package anyway when staff choose to", () => {
      story.open(unpaid);
      expect(story.play({ type: "count_anyway" }).step).toMatchObject({ at: "counting", isRecount: false });
    });
  });

  describe("two staff at one package", () => {
    test("shows the first count to the second person, who can recount", () => {
      story.open(A);
      story.count("10");
      const order = { ...A, received_count: 9, received_by: "sam@example.test" };
      story.play({ type: "refused", code: "received_before", text: "Received before.", order });
      expect(story.desk).toMatchObject({
        step: { at: "received", order },
        notice: { title: "BATCH-AAAAAAAA-AAAA is already checked in" },
      });
      story.play({ type: "recount" });
      story.count("10");
      expect(story.last).toMatchObject({ do: "count", order, isRecount: true });
    });

    test("shows a colleague's change on conflict, then overwrites it", () => {
      story.open(A);
      story.count("10");
      const order = { ...A, version: A.version + 1 };
      story.play({ type: "refused", code: "order_changed", text: "Someone else.", order, changes: [] });
      expect(story.desk.step).toMatchObject({ at: "counting", order, draft: { typed: "10" }, isBusy: false });
    });

    test("keeps the typed count when saving fails", () => {
      story.open(A);
      story.count("10");
      story.play({ type: "refused", code: "no_answer", text: "No answer." });
      expect(story.desk).toMatchObject({
        step: { at: "counting", draft: { typed: "10" }, isBusy: false },
        notice: { tone: "danger", text: "No answer." },
      });
    });
  });

  test("ignores actions while a request is running", () => {
    story.scan("BATCH-AAAAAAAA-AAAA");
    const busy = story.desk;
    expect(isBusy(busy)).toBe(true);
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
});

describe("desk notice", () => {
  const saved = (changes: Parameters<typeof aDeskOrder>[0]) => ({
    order: aDeskOrder({ batch_id: "BATCH-AAAAAAAA-AAAA", ...changes }),
    actionId: "act",
  });

  describe("shared tracking numbers", () => {
    const inbound_elsewhere = { id: "1", batch_id: "BATCH-BBBBBBBB-BBBB", is_same_owner: false };
    const shared = { inbound_tracking: "1Z", received_count: 10, box_counts: [4], inbound_elsewhere };

    test.each([
      ["counted", notices.countedNotice],
      ["set aside", notices.setAsideNotice],
    ])("warns when another customer's batch with the same number was %s", (_, told) => {
      const notice = told(saved(shared));
      expect(notice).toMatchObject({ tone: "warning", undo: { actionId: "act" } });
      expect(notice.text).toMatch(/^BATCH-BBBBBBBB-BBBB, from another customer, has tracking number 1Z too/);
    });

    test("mentions another batch of the same customer without a warning", () => {
      const same = { ...shared, inbound_elsewhere: { ...inbound_elsewhere, is_same_owner: true } };
      const notice = notices.countedNotice(saved(same));
      expect(notice.tone).toBe("success");
      expect(notice.text).toMatch(/Same box\? The customer can see it now/);
    });
  });
});

test("uses the first of repeated cursors and ignores invalid ones", () => {
  const after = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  expect(readDeskCursor({ packages_after: [after, "x"], asides_after: "1'; --" })).toEqual({
    package: after,
  });
});

describe("missing cards", () => {
  const asked = {
    kind: "short",
    qty: 3,
    status: "accepted",
    chosen_option: "send_rest",
    at: "2026-11-20T10:00:00Z",
    until: "2026-12-20T10:00:00Z",
    more: 0,
  } as const;
  test("counts the remaining cards and adds them to the first count", () => {
    expect(story.open({ ...A, num_cards: 12, cards_expected: 12, received_count: 9, asked })).toMatchObject({
      step: { at: "counting", isRecount: true, isRest: true },
      notice: {
        tone: "success",
        title: "BATCH-AAAAAAAA-AAAA: these are the missing cards",
        text: "9 cards are here. Count only the 3 in this package.",
      },
    });
    story.scan("3");
    expect(story.last).toMatchObject({ do: "count", count: 12, isRecount: true });
  });
});

describe("early counts", () => {
  const C = "BATCH-CCCCCCCC-CCCC";

  describe("typed during the look-up", () => {
    test("fills in the count once its field appears, and the next scan checks in the package", () => {
      story.scan("BATCH-AAAAAAAA-AAAA");
      story.play({ type: "found", orders: [A] }, { type: "typed_early", text: "10" });
      expect(story.desk.step).toMatchObject({ at: "counting", draft: { typed: "10" } });
      story.scan(C);
      expect(story.last).toMatchObject({ do: "count", order: { id: A.id }, count: 10 });
    });

    test("keeps a count that is being saved or was refused", () => {
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

describe("counts far too high", () => {
  test("accepts a far too high count only with its own button", () => {
    story.open(A);
    for (const typed of ["9400", "9400", "9400"]) story.count(typed);
    story.scan("9400");
    expect(story.asked.filter((effect) => effect.do === "count")).toEqual([]);
    expect(story.desk).toMatchObject({
      step: { at: "counting", draft: { typed: "" }, doubt: { count: 9400, isFar: true } },
      notice: { tone: "danger", title: "You counted 9,400, but we expect 10" },
    });
    story.play({ type: "counted", isMoreToCome: false, isSure: true });
    expect(story.last).toMatchObject({ do: "count", count: 9400 });
  });
});
