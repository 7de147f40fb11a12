import { aDeskOrder, DeskStory } from "@/sandbox/builders/desk";

const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });
const B = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000b", batch_id: "BATCH-BBBBBBBB-BBBB" });
const C = "BATCH-CCCCCCCC-CCCC";
const PARCEL = "9400110200881234567890";
const saved = (order = A) =>
  ({ type: "saved", what: "count", order: { ...order, received_count: 10 }, actId: "act" }) as const;

let story: DeskStory;
beforeEach(() => {
  story = new DeskStory();
});

describe("a batch opens the next package", () => {
  test("at once, when nothing is open", () => {
    expect(story.scan("BATCH-AAAAAAAA-AAAA").step).toEqual({
      at: "looking",
      code: "BATCH-AAAAAAAA-AAAA",
      isTracking: false,
    });
    expect(story.last).toEqual({ do: "look_up", code: "BATCH-AAAAAAAA-AAAA" });
  });

  test.each([
    ["a result", () => story.play(...[{ type: "counted", isMoreToCome: false } as const])],
    ["a batch received before", () => story.open({ ...A, received_count: 10 })],
    ["one that is not paid", () => story.open({ ...A, payment_status: "unpaid" })],
    ["an unknown code", () => story.play({ type: "entered", text: C }, { type: "found", orders: [] })],
    ["a search without a label", () => story.play({ type: "no_label" })],
    ["an empty field of the count", () => story.open(A)],
  ])("after %s", (_, before) => {
    before();
    expect(story.scan("BATCH-BBBBBBBB-BBBB").step).toMatchObject({ at: "looking" });
    expect(story.last).toEqual({ do: "look_up", code: "BATCH-BBBBBBBB-BBBB" });
  });

  test("a batch that is left uncounted, or not set aside, is named", () => {
    story.open(A);
    expect(story.scan(C).notice).toMatchObject({ tone: "warning", title: "BATCH-AAAAAAAA-AAAA was left" });
    const other = new DeskStory();
    other.open({ ...A, payment_status: "unpaid" });
    expect(other.scan(C).notice?.title).toBe("BATCH-AAAAAAAA-AAAA was left");
  });

  test("one that is counted again, or set aside already, is not left", () => {
    story.open({ ...A, received_count: 10 });
    story.play({ type: "recount" });
    expect(story.scan(C).notice?.title).toBe("BATCH-AAAAAAAA-AAAA was received before");
    const other = new DeskStory();
    const set_aside = { reason: "unpaid" } as NonNullable<typeof A.set_aside>;
    other.open({ ...A, payment_status: "unpaid", set_aside });
    expect(other.scan(C).notice?.title).toBe("This batch is not paid");
  });

  test("the one that is open stays open, however it is spelled", () => {
    story.open(A);
    story.play({ type: "edited", draft: { shelf: "A-7" } });
    expect(story.scan("batchaaaaaaaaaaaa").step).toMatchObject({ at: "counting", draft: { shelf: "A-7" } });
  });
});

describe("scan, count, scan", () => {
  test("a count that agrees is checked in, and the next opens", () => {
    story.open(A);
    story.play({ type: "edited", draft: { typed: "10", shelf: "A-7" } });
    story.scan("BATCH-BBBBBBBB-BBBB");
    expect(story.last).toMatchObject({
      do: "count",
      order: { id: A.id },
      count: 10,
      draft: { shelf: "A-7", condition: "ok" },
      isMoreToCome: false,
    });
    story.play(saved());
    expect(story.last).toEqual({ do: "look_up", code: "BATCH-BBBBBBBB-BBBB" });
    expect(story.desk.notice?.title).toBe("BATCH-AAAAAAAA-AAAA: counted 10 of 10");
    expect(story.play({ type: "found", orders: [B] }).step).toMatchObject({
      at: "counting",
      order: { id: B.id },
    });
    expect(story.desk.notice?.title).toBe("BATCH-AAAAAAAA-AAAA: counted 10 of 10");
  });

  test("a count that differs is typed again first; what was scanned waits", () => {
    story.open(A);
    story.play({ type: "edited", draft: { typed: "9" } });
    expect(story.scan("BATCH-BBBBBBBB-BBBB", C).step).toMatchObject({
      at: "counting",
      order: { id: A.id },
      draft: { typed: "" },
      doubt: { count: 9 },
    });
    expect(story.desk.queue).toEqual(["BATCH-BBBBBBBB-BBBB", C]);
    expect(story.desk.notice?.title).toBe("BATCH-BBBBBBBB-BBBB, BATCH-CCCCCCCC-CCCC waits");
    story.scan("9");
    expect(story.last).toMatchObject({ do: "count", count: 9 });
    story.play(saved());
    expect(story.last).toEqual({ do: "look_up", code: "BATCH-BBBBBBBB-BBBB" });
    expect(story.desk.queue).toEqual([C]);
  });

  test("a count that cannot be read is asked for; what was scanned waits", () => {
    story.open(A);
    story.play({ type: "edited", draft: { typed: "x" } });
    expect(story.scan(C)).toMatchObject({
      step: { problem: "unreadable", draft: { typed: "" } },
      queue: [C],
    });
  });

  test("who gives up the count goes on to what waits", () => {
    story.open(A);
    story.play({ type: "edited", draft: { typed: "9" } });
    story.scan(C);
    story.play({ type: "left" });
    expect(story.last).toEqual({ do: "look_up", code: C });
  });
});

describe("while the server is asked", () => {
  test("everything that is scanned waits, in its order", () => {
    story.scan("BATCH-AAAAAAAA-AAAA", "10", "BATCH-BBBBBBBB-BBBB", C);
    expect(story.asked).toHaveLength(1);
    story.play({ type: "found", orders: [A] });
    expect(story.last).toMatchObject({ do: "count", order: { id: A.id }, count: 10 });
    story.play(saved());
    expect(story.last).toEqual({ do: "look_up", code: "BATCH-BBBBBBBB-BBBB" });
    story.play({ type: "found", orders: [] });
    expect(story.last).toEqual({ do: "look_up", code: C });
    expect(story.desk.queue).toEqual([]);
  });

  test("a count that differs keeps the order of what waits", () => {
    story.scan("BATCH-AAAAAAAA-AAAA", "9", "BATCH-BBBBBBBB-BBBB", C);
    story.play({ type: "found", orders: [A] });
    expect(story.desk).toMatchObject({
      step: { at: "counting", doubt: { count: 9 } },
      queue: ["BATCH-BBBBBBBB-BBBB", C],
    });
  });

  test("after a refusal the next scan works what waits first", () => {
    story.scan("BATCH-AAAAAAAA-AAAA", "BATCH-BBBBBBBB-BBBB");
    story.play({ type: "refused", code: "no_answer", text: "No answer." });
    expect(story.desk).toMatchObject({
      step: { at: "waiting" },
      notice: { tone: "danger", text: "No answer. Then scan BATCH-AAAAAAAA-AAAA again." },
      queue: ["BATCH-BBBBBBBB-BBBB"],
    });
    story.scan(C);
    expect(story.last).toEqual({ do: "look_up", code: "BATCH-BBBBBBBB-BBBB" });
    expect(story.desk.queue).toEqual([C]);
  });
});

describe("a carrier's number", () => {
  test("goes with the count of the package at hand, also from the field of the count", () => {
    story.open(A);
    story.count(PARCEL);
    expect(story.desk).toMatchObject({
      step: { at: "counting", draft: { typed: "" }, problem: null },
      tracking: PARCEL,
      notice: { tone: "success", title: `Tracking number ${PARCEL} noted` },
    });
    story.count("10");
    expect(story.last).toMatchObject({ do: "count", tracking: PARCEL });
    expect(story.play(saved()).tracking).toBeNull();
  });

  test("scanned before the batch goes with it, but not with the one after", () => {
    story.scan(PARCEL);
    expect(story.last).toEqual({ do: "look_up", code: PARCEL });
    expect(story.play({ type: "found", orders: [] })).toMatchObject({
      step: { at: "waiting" },
      tracking: PARCEL,
      notice: { text: "Now scan the batch ID, or press N when there is none." },
    });
    expect(story.open(A).tracking).toBe(PARCEL);
    expect(story.open(B).tracking).toBeNull();
  });

  test("opens the batch whose package came under it", () => {
    story.scan(PARCEL);
    expect(story.play({ type: "found", orders: [{ ...A, received_count: 10 }] }).step.at).toBe("received");
  });

  test("goes with a package of no batch, and is searched for without a label", () => {
    story.play({ type: "entered", text: C }, { type: "found", orders: [] });
    expect(story.scan(PARCEL)).toMatchObject({ step: { at: "unknown", code: C }, tracking: PARCEL });
    story.play({ type: "no_label" });
    expect(story.last).toEqual({ do: "search", text: PARCEL, nth: 1 });
  });
});

describe("a count", () => {
  test("of no package is told", () => {
    expect(story.scan("12").notice).toMatchObject({ tone: "warning", title: "“12” is a count" });
  });

  test("in the field, that is a code, is none", () => {
    story.open(A);
    expect(story.count("10000").step).toMatchObject({ problem: "code", draft: { typed: "" } });
    expect(story.play({ type: "edited", draft: { typed: "1" } }).step).toMatchObject({ problem: null });
  });

  test("in the field, that is a batch, opens that", () => {
    story.open(A);
    story.count(C);
    expect(story.last).toEqual({ do: "look_up", code: C });
  });

  test("of boxes: fewer while more are to come, and the rest agrees with the last one", () => {
    story.open(A);
    story.count("4", true);
    expect(story.last).toMatchObject({ do: "count", count: 4, isMoreToCome: true });
    story.play({ type: "saved", what: "box", order: { ...A, box_counts: [4] }, actId: "act" });
    expect(story.desk.notice?.title).toBe("BATCH-AAAAAAAA-AAAA: box 1 counted, 4 of 10 so far");
    story.open({ ...A, box_counts: [4] });
    story.count("5");
    expect(story.desk.step).toMatchObject({ doubt: { count: 5 } });
    story.count("6");
    expect(story.last).toMatchObject({ do: "count", count: 6, isMoreToCome: false });
  });

  test("again is of all the cards", () => {
    story.open({ ...A, received_count: 9 });
    story.play({ type: "recount" });
    story.count("10");
    expect(story.last).toMatchObject({ do: "count", count: 10, isRecount: true });
  });

  test("is sent once", () => {
    story.open(A);
    story.count("10");
    story.play({ type: "counted", isMoreToCome: false });
    expect(story.asked.filter((effect) => effect.do === "count")).toHaveLength(1);
  });
});

test("nothing that is empty does anything", () => {
  expect(story.scan("", "  ", "-")).toEqual(new DeskStory().desk);
});
