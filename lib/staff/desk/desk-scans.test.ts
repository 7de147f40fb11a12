import {
  addKey,
  countBefore,
  isSameBatch,
  NO_RUN,
  newCodes,
  type Run,
  readScan,
  type SeenCodes,
  scanIn,
} from "@/lib/staff/desk/scan";
import { checkInSchema } from "@/lib/staff/desk/schema";
import { stopReason } from "@/lib/staff/desk/stop-reason";
import {
  cardsStillExpected,
  checkCount,
  countedInEarlierBoxes,
  readCount,
} from "@/lib/staff/desk/typed-count";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { aDeskOrder, DeskScenario } from "@/sandbox/builders/desk";

const A = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000a", batch_id: "BATCH-AAAAAAAA-AAAA" });

let story: DeskScenario;
beforeEach(() => {
  story = new DeskScenario();
});

describe("desk scans", () => {
  const B = aDeskOrder({ id: "00000000-0000-0000-0000-00000000000b", batch_id: "BATCH-BBBBBBBB-BBBB" });
  const C = "BATCH-CCCCCCCC-CCCC";
  const PARCEL = "9400110200881234567890";
  const saved = (order = A) =>
    ({ type: "saved", what: "count", order: { ...order, received_count: 10 }, actionId: "act" }) as const;

  describe("batch codes", () => {
    test.each([
      ["a result", () => story.play(...[{ type: "counted", isMoreToCome: false } as const])],
      ["an unpaid batch", () => story.open({ ...A, payment_status: "unpaid" })],
      ["an empty count", () => story.open(A)],
    ])("opens the package after %s", (_, before) => {
      before();
      expect(story.scan("BATCH-BBBBBBBB-BBBB").step).toMatchObject({ at: "looking" });
      expect(story.last).toEqual({ do: "look_up", code: "BATCH-BBBBBBBB-BBBB" });
    });

    test("reports a batch that was skipped", () => {
      story.open(A);
      expect(story.scan(C).notice).toMatchObject({
        tone: "warning",
        title: "You skipped BATCH-AAAAAAAA-AAAA",
      });
    });

    test("keeps the open package when its code is scanned in another spelling", () => {
      story.open(A);
      story.play({ type: "edited", draft: { shelf: "A-7" } });
      expect(story.scan("batchaaaaaaaaaaaa").step).toMatchObject({ at: "counting", draft: { shelf: "A-7" } });
    });
  });

  describe("scan, count, scan", () => {
    test("checks in a matching count and opens the next package", () => {
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

    test("asks for a differing count again before processing queued scans", () => {
      story.open(A);
      story.play({ type: "edited", draft: { typed: "9" } });
      expect(story.scan("BATCH-BBBBBBBB-BBBB", C).step).toMatchObject({
        at: "counting",
        order: { id: A.id },
        draft: { typed: "" },
        doubt: { count: 9 },
      });
      expect(story.desk.queue).toEqual(["BATCH-BBBBBBBB-BBBB", C]);
      expect(story.desk.notice?.text).toMatch(/^Next: BATCH-BBBBBBBB-BBBB, BATCH-CCCCCCCC-CCCC\./);
      story.scan("9");
      expect(story.last).toMatchObject({ do: "count", count: 9 });
      story.play(saved());
      expect(story.last).toEqual({ do: "look_up", code: "BATCH-BBBBBBBB-BBBB" });
      expect(story.desk.queue).toEqual([C]);
    });
  });

  describe("during a server call", () => {
    test("processes queued scans in order", () => {
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

    test("processes queued scans first after a refusal", () => {
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

  describe("tracking numbers", () => {
    test("saves a tracking number with the count, even when it is scanned into the count field", () => {
      story.open(A);
      story.count(PARCEL);
      expect(story.desk).toMatchObject({
        step: { at: "counting", draft: { typed: "" }, problem: null },
        tracking: PARCEL,
        notice: null,
      });
      expect(story.last).toEqual({ do: "check_number", number: PARCEL });
      expect(story.play({ type: "number_checked", number: PARCEL, orders: [] }).notice).toMatchObject({
        tone: "success",
        title: `Tracking number ${PARCEL} noted`,
      });
      story.count("10");
      expect(story.last).toMatchObject({ do: "count", tracking: PARCEL });
      expect(story.play(saved()).tracking).toBeNull();
    });

    test("warns about another customer's tracking number without blocking scans", () => {
      story.open(A);
      story.scan(PARCEL, "10");
      expect(story.last).toMatchObject({ do: "count", tracking: PARCEL });
      story.play({ type: "refused", code: "no_answer", text: "No answer." });
      const orders = [{ ...A }, { ...B, email: "other@example.test" }];
      expect(story.play({ type: "number_checked", number: PARCEL, orders }).notice).toMatchObject({
        tone: "warning",
        text: expect.stringMatching(/^BATCH-BBBBBBBB-BBBB, from another customer/),
      });
    });
  });

  describe("boxes", () => {
    test("adds up the boxes and checks the sum at the last one", () => {
      story.open(A);
      story.count("4", true);
      expect(story.last).toMatchObject({ do: "count", count: 4, isMoreToCome: true });
      story.play({ type: "saved", what: "box", order: { ...A, box_counts: [4] }, actionId: "act" });
      expect(story.desk.notice?.title).toBe("BATCH-AAAAAAAA-AAAA: box 1 counted, 4 of 10 so far");
      story.open({ ...A, box_counts: [4] });
      story.count("5");
      expect(story.desk.step).toMatchObject({ doubt: { count: 5 } });
      story.count("6");
      expect(story.last).toMatchObject({ do: "count", count: 6, isMoreToCome: false });
    });
  });
});

describe("scan run", () => {
  /** Types each text with this gap between keys in milliseconds, and pauses between texts. */
  const press = (...parts: [text: string, apartMs: number][]): Run => {
    let run = NO_RUN;
    let at = 1_000;
    for (const [text, apart] of parts) {
      at += 300;
      for (const key of text) {
        at += apart;
        run = addKey(run, key, at);
      }
    }
    return run;
  };

  const BATCH = "BATCH-MGX2K9QW-7F3K";
  const PARCEL = "9400110200881234567890";

  test.each<[string, Run, inField: string | null, outside: string | null]>([
    ["a scanned batch", press([BATCH, 5]), BATCH, BATCH],
    ["a batch right after a count", press([`12${BATCH}`, 0]), BATCH, BATCH],
    ["a tracking number after a count", press(["12", 300], [PARCEL, 5]), PARCEL, `12${PARCEL}`],
    [
      "a tracking number with lag",
      press(["A-7", 300], ["94001102", 5], ["0088", 5], ["1234567890", 5]),
      PARCEL,
      `A-7${PARCEL}`,
    ],
    [
      "an all-digit number after a count",
      press(["12", 300], ["794612345678", 5]),
      "794612345678",
      "12794612345678",
    ],
    [
      "a UPS number in a field",
      press(["x", 300], ["1Z999AA10123456784", 5]),
      "1Z999AA10123456784",
      "x1Z999AA10123456784",
    ],
    ["a typed tracking number", press([PARCEL, 200]), null, PARCEL],
    ["a fast note", press(["asked the customer", 5]), null, "asked the customer"],
    ["keys after a long pause", press(["1", 10], ["2", 5_000]), null, "2"],
  ])("detects the scan in %s", (_, run, inField, outside) => {
    expect(scanIn(run, true)).toBe(inField);
    expect(scanIn(run, false)).toBe(outside);
  });

  test.each([
    ["3", "", "3"],
    ["3BATCH-AAAAAAAA-AAAA", "BATCH-AAAAAAAA-AAAA", "3"],
    // A scan ends the count at its first letter, and five digits aren't a count.
    ["12BAT", "", "12"],
    ["94001", "", null],
    ["12", "9400110200881234567812", null],
  ])("given %j with the scan %j, returns the count %j", (text, scanned, count) => {
    expect(countBefore(text, scanned)).toBe(count);
  });
});

describe("scan", () => {
  const batch = (code: string) => ({ kind: "batch", code });
  const tracking = (number: string) => ({ kind: "tracking", number });

  test.each([
    ["BATCH-MGX2K9QW-7F3K", batch("BATCH-MGX2K9QW-7F3K")],
    [" batch mgx2k9qw 7f3k\n", batch("batch mgx2k9qw 7f3k")],
    ["ORDER-3F2B8A10", batch("ORDER-3F2B8A10")],
    ["ORDER-NOTHEXA", { kind: "code", code: "ORDER-NOTHEXA" }],
    ["MGX2K9QW-7F3K", { kind: "code", code: "MGX2K9QW-7F3K" }],
    [" 0012 ", { kind: "count", count: 12 }],
    ["9999", { kind: "count", count: 9999 }],
    ["10000", { kind: "code", code: "10000" }],
    ["9400 1102 0088 1234 5678 90", tracking("9400110200881234567890")],
    ["420787019400110200881234567890", tracking("9400110200881234567890")],
    ["4207870112349400110200881234567890", tracking("9400110200881234567890")],
    [
      `${String.fromCharCode(29)}42078701${String.fromCharCode(29)}9400110200881234567890`,
      tracking("9400110200881234567890"),
    ],
    ["1z999aa10123456784", tracking("1Z999AA10123456784")],
    ["RR123456785DE", tracking("RR123456785DE")],
    ["1234567890", tracking("1234567890")],
    ["", null],
  ])("parses %j", (entered, scan) => expect(readScan(entered)).toEqual(scan));

  test.each([
    ["BATCH-MGX2K9QW-7F3K", "mgx2k9qw7f3k", true],
    ["ORDER-3F2B8A10", "3f2b8a10", true],
    ["BATCH-MGX2K9QW-7F3K", "BATCH-MGX2K9QW-7F3L", false],
  ])("compares %s and %s as the same batch: %s", (one, other, is) =>
    expect(isSameBatch(one, other)).toBe(is),
  );
});

describe("seen codes", () => {
  /** Returns the codes reported for frames captured at these times in milliseconds. */
  function reported(...pictures: [codes: string[], at: number][]): string[][] {
    let seen: SeenCodes = new Map();
    return pictures.map(([codes, at]) => {
      const result = newCodes(seen, codes, at);
      seen = result.seen;
      return result.fresh;
    });
  }

  test.each<[string, [string[], number][], string[][]]>([
    [
      "a label that stays in view once",
      [
        [["A"], 0],
        [["A"], 1_500],
        [["A"], 3_000],
      ],
      [["A"], [], []],
    ],
    [
      "a label that one frame misses once",
      [
        [["A"], 0],
        [[], 1_000],
        [["A"], 1_999],
      ],
      [["A"], [], []],
    ],
    [
      "a label shown again twice",
      [
        [["A"], 0],
        [["A"], 2_000],
      ],
      [["A"], ["A"]],
    ],
  ])("reports %s from the camera", (_, pictures, expected) =>
    expect(reported(...pictures)).toEqual(expected),
  );
});

describe("typed count", () => {
  test.each([
    ["0012", { count: 12 }],
    ["9999", { count: 9999 }],
    ["10000", { problem: "code" }],
    ["9400110200881234567890", { problem: "code" }],
    ["", { problem: "unreadable" }],
    ["1.5", { problem: "unreadable" }],
  ])("parses the count %j", (typed, read) => {
    expect(readCount(typed)).toEqual(read);
  });

  test.each([
    [12, [5], 5, 7],
    [12, [15], 15, 0],
  ])(
    "expects of %i cards after boxes of %j: %i counted, %i still to come",
    (paid, box_counts, before, expected) => {
      expect(countedInEarlierBoxes({ box_counts })).toBe(before);
      expect(cardsStillExpected({ paid, before })).toBe(expected);
    },
  );

  test.each([
    ["12", false, null, { take: 12 }],
    ["13", false, null, { doubt: 13 }],
    ["11", false, 11, { take: 11 }],
    ["10", false, 11, { doubt: 10 }],
    ["0", true, null, { take: 0 }],
    ["12", true, null, { doubt: 12 }],
    ["x", false, null, { problem: "unreadable" }],
  ])(
    "checks a count of %s of 12, more to come: %s, typed before: %j",
    (typed, isMoreToCome, doubtful, verdict) => {
      expect(checkCount(typed, { paid: 12, before: 0, isMoreToCome, doubtful })).toEqual(verdict);
    },
  );

  test.each([
    // More than double, and over 20 cards more.
    ["33", 12, 0, 33, { far: 33 }],
    ["32", 12, 0, 32, { take: 32 }],
    // Boxes are counted together.
    ["25", 100, 99, 25, { take: 25 }],
    ["30", 12, 5, 30, { far: 30 }],
  ])(
    "checks a high count of %s of %i after %i, typed before: %j",
    (typed, paid, before, doubtful, verdict) => {
      expect(checkCount(typed, { paid, before, isMoreToCome: false, doubtful })).toEqual(verdict);
    },
  );
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
    [{ payment_status: "canceled" }, "canceled"],
    [{ payment_status: "canceled", refunded_cents: 500 }, "refunded"],
    [{ dispute_status: "needs_response" }, "disputed"],
    [{ dispute_status: "won" }, null],
    [{ cancel_requested_at: "2026-11-20T10:00:00Z" }, "cancel_asked"],
  ])("returns for %j the stop reason %s", (changes, reason) => {
    expect(stopReason(facts(changes))).toBe(reason);
  });
});

describe("schema", () => {
  const checkIn = { version: 3, count: 12, condition: "ok" };

  test.each([
    [9999, true],
    [10_000, false],
    [-1, false],
    [undefined, false],
  ])("validates a count of %j: %s", (count, expected) => {
    expect(checkInSchema.safeParse({ ...checkIn, count }).success).toBe(expected);
  });
});
