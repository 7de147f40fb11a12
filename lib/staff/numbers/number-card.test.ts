import fc from "fast-check";
import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { submissionLabel } from "@/lib/staff/labels";
import { barChart, CHART, lineChart, type Values } from "@/lib/staff/numbers/chart-geometry";
import { daySumsOf, isEmpty } from "@/lib/staff/numbers/day-sums";
import { HOUSE_STEPS, isInHouse, stepHref, stepLabel } from "@/lib/staff/numbers/house-steps";
import { type NumberSpec, numberCardOf } from "@/lib/staff/numbers/number-card";
import { NUMBERS } from "@/lib/staff/numbers/number-specs";
import { countUpTo, mergedHistogram, percentileOf } from "@/lib/staff/numbers/percentile";
import type { Numbers } from "@/lib/staff/numbers/schema";
import { daysFrom, figureSpans, SHOWN_DAYS, sumOf, weeksOf } from "@/lib/staff/numbers/span";
import { inHouse, stepRowsOf, weekLabels } from "@/lib/staff/numbers/step-rows";
import {
  batchCount,
  beforeWords,
  businessDays,
  dayLabel,
  percentWords,
  seriesWords,
  spanLabel,
  wholeNumber,
} from "@/lib/staff/numbers/words";
import { aDay, someNumbers } from "@/sandbox/builders/numbers";

describe("number card", () => {
  const cards = (span: readonly { received_cards: number }[]) =>
    sumOf(span, ({ received_cards }) => received_cards);
  const spec: NumberSpec = {
    name: "test",
    title: "Test",
    about: "A test.",
    figure: cards,
    format: wholeNumber,
    isCompared: true,
    kind: "bars",
    edge: wholeNumber,
    series: [{ label: "Cards", of: cards, format: wholeNumber }],
    columns: [{ label: "Cards", of: (week) => wholeNumber(cards(week)) }],
    link: null,
  };
  const numbers = someNumbers({
    days: [
      aDay("2026-09-25", { received_cards: 5 }),
      aDay("2026-10-24", { received_cards: 10 }),
      aDay("2026-10-25", { received_cards: 20 }),
      aDay("2026-11-23", { received_cards: 40 }),
    ],
  });
  const days = daySumsOf(numbers);

  test("the figure is that of thirty days, against the thirty before", () => {
    expect(numberCardOf(spec, days, numbers)).toMatchObject({
      figure: "60",
      before: "30 days before: 15 (+300%)",
      more: null,
    });
  });

  test("picture and table are of the same thirteen weeks", () => {
    const { weeks, series, columns, rows } = numberCardOf(spec, days, numbers);
    expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([13, "Aug 25 – Aug 31", "Nov 17 – Nov 23"]);
    expect(columns).toEqual(["Cards"]);
    expect(rows.map(([cell]) => Number(cell))).toEqual(series[0]?.values);
    expect(sumOf(series[0]?.values ?? [], (value) => value ?? 0)).toBe(75);
  });

  test("where there is no figure it says so", () => {
    const none = numberCardOf({ ...spec, figure: () => null, more: () => "More" }, days, numbers);
    expect(none).toMatchObject({ figure: null, before: "30 days before: none", more: "More" });
  });

  test("of too few days to compare with there is no figure before", () => {
    expect(numberCardOf(spec, days.slice(-30), numbers).before).toBe("30 days before: none");
  });
});

describe("number specs", () => {
  /** The cards of a page by their names. */
  function cardsOf(changes: Partial<Numbers>) {
    const numbers = someNumbers(changes);
    const days = daySumsOf(numbers);
    return Object.fromEntries(NUMBERS.map((spec) => [spec.name, numberCardOf(spec, days, numbers)]));
  }

  const busy: Partial<Numbers> = {
    days: [
      aDay("2026-11-20", {
        ...{ paid_batches: 3, paid_cards: 30, revenue_cents: 75_050, refunded_cents: 2_500 },
        ...{ received_batches: 2, received_cards: 25, returned_batches: 4, returned_cards: 41 },
        ...{ counts_differ: 1, exceptions_raised: 3, exceptions_settled: 1 },
      }),
      aDay("2026-10-20", { received_cards: 20, revenue_cents: 150_100 }),
    ],
    turnaround: [
      { day: "2026-11-20", business_days: 9, batches: 3 },
      { day: "2026-11-21", business_days: 15, batches: 1 },
      { day: "2026-11-21", business_days: 16, batches: 1 },
      { day: "2026-10-20", business_days: 12, batches: 1 },
    ],
    plans_before: { starter: 10, elite: 1 },
    plan_changes: [
      { day: "2026-10-25", plan_type: "starter", started: 0, ended: 1, change: -1 },
      { day: "2026-11-01", plan_type: "pro", started: 2, ended: 0, change: 2 },
    ],
    exceptions_before: 1,
  };

  test.each([
    ["received", "25 cards", "in 2 batches", "30 days before: 20 cards (+25%)"],
    ["returned", "41 cards", "in 4 batches", "30 days before: 0 cards"],
    [
      "turnaround",
      "9 business days",
      "90 of 100 took no longer than 16 business days",
      "30 days before: 12 business days (−25%)",
    ],
    ["promise", "80%", "4 of 5 batches", "30 days before: 100%"],
    ["revenue", "$750.50", "3 batches, 30 cards", "30 days before: $1,501.00 (−50%)"],
    ["refunds", "$25.00", null, "30 days before: $0.00"],
    ["members", "12 memberships", "$708 a month at today's prices", "30 days before: 11 memberships (+9%)"],
    ["churn", "1", "9.1% of the 11 at the beginning", "30 days before: 0"],
    ["mismatches", "3", "3 open now", "30 days before: 0"],
    ["counts", "1 batch", null, "30 days before: 0 batches"],
  ])("%s: %s", (name, figure, more, before) => {
    expect(cardsOf(busy)[name]).toMatchObject({ figure, more, before });
  });

  test("every number has a picture and a table of the same weeks, and a name of its own", () => {
    const cards = Object.values(cardsOf(busy));
    expect(cards).toHaveLength(NUMBERS.length);
    for (const { weeks, series, columns, rows } of cards) {
      expect(series.map(({ values }) => values.length)).toEqual(series.map(() => weeks.length));
      expect(rows.map((row) => row.length)).toEqual(weeks.map(() => columns.length));
    }
  });

  test("of a week in which nothing left there is no turnaround and no promise", () => {
    const { turnaround, promise } = cardsOf(busy);
    expect(turnaround?.rows.slice(-2)).toEqual([
      ["0", "—", "—"],
      ["5", "9", "16"],
    ]);
    expect(promise?.series[0]?.values.slice(-2)).toEqual([null, 80]);
    expect(cardsOf({})).toMatchObject({
      turnaround: { figure: null, more: null },
      promise: { figure: null, more: null },
    });
  });

  test("a shop without members has no churn", () => {
    expect(cardsOf({}).churn).toMatchObject({ figure: "0", more: null });
  });

  test.each([
    [{ count: 0, is_more: false }, null],
    [{ count: 1, is_more: false }, "1 not sent back yet is late"],
    [{ count: 2, is_more: false }, "2 not sent back yet are late"],
    [{ count: 1000, is_more: true }, "1,000+ not sent back yet are late"],
  ])("the promise of those that left is shown with those that are late and have not: %j", (late, now) => {
    expect(cardsOf({ ...busy, late }).promise).toMatchObject({ figure: "80%", now });
    expect(cardsOf({ ...busy, late }).turnaround?.now).toBeNull();
  });

  test("turnaround leads to the paid batches that left, of which it is", () => {
    expect(cardsOf(busy).turnaround?.link).toEqual({
      href: "/admin?payment=paid&fulfillment=complete",
      label: "Paid batches that have left",
    });
  });
});

describe("percentile", () => {
  const histogramOf = (values: number[]) => mergedHistogram(values.map((value) => new Map([[value, 1]])));

  test.each<[values: number[], share: number, expected: number | null]>([
    [[], 0.5, null],
    [[7], 0.5, 7],
    [[7], 0.9, 7],
    [[1, 2], 0.5, 1],
    [[1, 2, 3], 0.5, 2],
    [[3, 1, 2, 1], 0.5, 1],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9, 10],
    [[5, 5, 5, 40], 0.9, 40],
    [[0, 0], 1, 0],
  ])("of %j, %d is %s", (values, share, expected) => {
    expect(percentileOf(histogramOf(values), share)).toBe(expected);
  });

  test("as many are up to the percentile as were asked for, and fewer below it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 100 }),
        (values, percent) => {
          const histogram = histogramOf(values);
          const value = percentileOf(histogram, percent / 100) ?? Number.NaN;
          expect(values).toContain(value);
          expect(countUpTo(histogram, value) * 100).toBeGreaterThanOrEqual(percent * values.length);
          expect(countUpTo(histogram, value - 1) * 100).toBeLessThan(percent * values.length);
        },
      ),
    );
  });

  test("values are counted up to one, and all of them", () => {
    const histogram = new Map([
      [3, 2],
      [15, 4],
      [16, 1],
    ]);
    expect([countUpTo(histogram, 15), countUpTo(histogram), countUpTo(histogram, 2)]).toEqual([6, 7, 0]);
  });
});

describe("span", () => {
  test.each([
    ["2026-02-27", 3, ["2026-02-27", "2026-02-28", "2026-03-01"]],
    ["2026-12-31", 2, ["2026-12-31", "2027-01-01"]],
    ["2026-12-31", 0, []],
  ])("from %s on, %i days", (first, count, expected) => {
    expect(daysFrom(first, count)).toEqual(expected);
  });

  test("what is shown is whole weeks", () => {
    const weeks = weeksOf(daysFrom("2026-01-01", SHOWN_DAYS));
    expect(weeks).toHaveLength(13);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks.flat()).toEqual(daysFrom("2026-01-01", SHOWN_DAYS));
  });

  test("of days that are no whole weeks the first is the shorter one", () => {
    expect(weeksOf([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([
      [1, 2],
      [3, 4, 5, 6, 7, 8, 9],
    ]);
    expect(weeksOf([])).toEqual([]);
  });

  test("a figure is about the last thirty days, and the thirty before", () => {
    const days = Array.from({ length: 91 }, (_, place) => place);
    const { now, before } = figureSpans(days);
    expect([now[0], now.at(-1), now.length]).toEqual([61, 90, 30]);
    expect([before[0], before.at(-1), before.length]).toEqual([31, 60, 30]);
    expect(figureSpans([1, 2])).toEqual({ now: [1, 2], before: [] });
  });

  test("a sum of days", () => {
    expect(sumOf([{ cents: 1 }, { cents: -3 }], ({ cents }) => cents)).toBe(-2);
    expect(sumOf([], Number)).toBe(0);
  });
});

describe("step rows", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const oldest = { order_id: "1", batch_id: "BATCH-ABCDEF-1234", since: "2026-11-03T13:00:00Z" };
  const numbers = someNumbers({
    steps: [
      { step: "pending", batches_before: 1, cards_before: 100, oldest: null },
      { step: "grading", batches_before: 3, cards_before: 40, oldest },
      {
        step: "completed",
        batches_before: 9,
        cards_before: 90,
        oldest: { ...oldest, since: "2026-11-24T00:00:00Z" },
      },
    ],
    step_changes: [
      { day: "2026-11-16", step: "grading", batches: 1, cards: 5 },
      { day: "2026-11-17", step: "grading", batches: -2, cards: -15 },
      { day: "2026-11-17", step: "graded", batches: 2, cards: 15 },
    ],
  });
  const days = daySumsOf(numbers);
  const rows = stepRowsOf(numbers, days, now);
  const rowOf = (step: string) => rows.find((row) => row.step === step);

  test("a step holds what its last day ended with, and shows the end of each week", () => {
    expect(rowOf("grading")).toMatchObject({
      batches: 2,
      cards: 30,
      href: "/admin?payment=paid&submission=grading",
    });
    expect(rowOf("grading")?.cardsByWeek.slice(-3)).toEqual([40, 45, 30]);
    expect(rowOf("grading")?.batchesByWeek.slice(-3)).toEqual([3, 4, 2]);
    expect(rowOf("shipped")).toMatchObject({ batches: 0, cards: 0, oldest: null });
  });

  test("weeks end today", () => {
    expect(weekLabels(days).at(-1)).toBe("Nov 17 – Nov 23");
    expect(weekLabels(days)).toHaveLength(rows[0]?.cardsByWeek.length ?? 0);
  });

  test("the oldest batch has waited days of the calendar, and one that has only just come none", () => {
    expect(rowOf("grading")?.oldest).toEqual({ ...oldest, days: 20 });
    expect(rowOf("completed")?.oldest?.days).toBe(0);
  });

  test("a step that holds none as of the sums shows no oldest, though one has come since", () => {
    const since = someNumbers({ steps: [{ step: "shipped", batches_before: 0, cards_before: 0, oldest }] });
    const shipped = stepRowsOf(since, daySumsOf(since), now).find(({ step }) => step === "shipped");
    expect(shipped).toMatchObject({ batches: 0, oldest: null });
  });

  test("what is here or at the grader leaves out what is to come, and what is on its way back", () => {
    expect(inHouse(rows)).toEqual({ batches: 4, cards: 45 });
  });
});

describe("words", () => {
  test("days and spans are those of UTC", () => {
    expect(dayLabel("2026-01-01")).toBe("Jan 1");
    expect(spanLabel([{ day: "2026-11-17" }, { day: "2026-11-20" }, { day: "2026-11-23" }])).toBe(
      "Nov 17 – Nov 23",
    );
    expect(spanLabel([{ day: "2026-11-17" }])).toBe("Nov 17");
    expect(spanLabel([])).toBe("");
  });

  test("numbers, shares and business days", () => {
    expect([wholeNumber(1250), wholeNumber(-3)]).toEqual(["1,250", "-3"]);
    expect([percentWords(97.46), percentWords(100), percentWords(0.04)]).toEqual(["97.5%", "100%", "0%"]);
    expect([batchCount(1), batchCount(1000)]).toEqual(["1 batch", "1,000 batches"]);
    expect([businessDays(1), businessDays(12)]).toEqual(["1 business day", "12 business days"]);
  });

  test.each<[now: number | null, before: number | null, isCompared: boolean, expected: string]>([
    [100, 80, true, "30 days before: 80 (+25%)"],
    [60, 80, true, "30 days before: 80 (−25%)"],
    [80, 80, true, "30 days before: 80 (±0%)"],
    [5000, 2, true, "30 days before: 2 (+249,900%)"],
    [80, 0, true, "30 days before: 0"],
    [80, -5, true, "30 days before: -5"],
    [null, 80, true, "30 days before: 80"],
    [80, null, true, "30 days before: none"],
    [100, 80, false, "30 days before: 80"],
  ])("%s after %s", (now, before, isCompared, expected) => {
    expect(beforeWords({ now, before }, wholeNumber, isCompared)).toBe(expected);
  });

  test.each<[values: (number | null)[], expected: string]>([
    [[3, 9, 4], "Lowest 3 (a), highest 9 (b), last 4 (c)."],
    [[null, 9, 4], "Lowest 4 (c), highest 9 (b), last 4 (c)."],
    [[2, null, 2], "2 from a to c."],
    [[null, null, null], "Nothing in these weeks."],
    [[], "Nothing in these weeks."],
  ])("a picture of %j in words", (values, expected) => {
    expect(seriesWords(["a", "b", "c"], values, wholeNumber)).toBe(expected);
  });
});

describe("house steps", () => {
  test("the steps are those of a batch, in their order, without the last one", () => {
    expect([...HOUSE_STEPS, "delivered"]).toEqual([...SUBMISSION_STEPS]);
  });

  test("a step is called what its batches are called in the list, but for those that are paid and not here", () => {
    expect(stepLabel("pending")).toBe("Paid, cards not here");
    for (const step of HOUSE_STEPS.filter((one) => one !== "pending"))
      expect(stepLabel(step)).toBe(submissionLabel(step).label);
    expect(new Set(HOUSE_STEPS.map(stepLabel)).size).toBe(HOUSE_STEPS.length);
  });

  test("a step leads to its paid batches in the list of orders", () => {
    expect(stepHref("grading")).toBe("/admin?payment=paid&submission=grading");
  });

  test("what is to come or on its way back is not in the house", () => {
    expect(HOUSE_STEPS.filter((step) => !isInHouse(step))).toEqual(["pending", "completed"]);
  });
});

describe("chart geometry", () => {
  const boxes = (values: Values) => barChart(values).bars.map((bar) => bar && [bar.y, bar.height]);

  test.each<[values: Values, edges: [number, number, number], expected: ReturnType<typeof boxes>]>([
    [
      [10, 5, 0],
      [10, 0, 100],
      [[0, 100], [50, 50], null],
    ],
    [
      [0, 0],
      [1, 0, 100],
      [null, null],
    ],
    [[], [1, 0, 100], []],
    [
      [null, 4],
      [4, 0, 100],
      [null, [0, 100]],
    ],
    [
      [10, -10],
      [10, -10, 50],
      [
        [0, 50],
        [50, 50],
      ],
    ],
    [
      [-4, -2],
      [0, -4, 0],
      [
        [0, 100],
        [0, 50],
      ],
    ],
    [[97], [100, 0, 100], [[3, 97]]],
  ])("bars of %j", (values, [top, bottom, zero], expected) => {
    const isFlat = values.every((value) => !value);
    expect(barChart(values)).toMatchObject({ top, bottom, zero, isFlat, lines: [] });
    expect(boxes(values)).toEqual(expected);
  });

  test("bars stand side by side, evenly, with as much room at both ends", () => {
    const bars = barChart([1, 1, 1]).bars.map((bar) => bar && [bar.x, bar.width]);
    const [first, second, third] = bars as [number, number][];
    expect(first?.[1]).toBeCloseTo(70, 1);
    expect([second?.[0], third?.[0]]).toEqual([115, 215]);
    expect(first?.[0]).toBe(15);
  });

  test.each<[series: Values[], lines: string[], dots: string[]]>([
    [[[0, 10]], ["M75,100L225,0"], [""]],
    [[[10, null, 5]], ["M50,0ZM250,50Z"], ["M50,0ZM250,50Z"]],
    [[[10, null, 5, 0]], ["M37.5,0ZM187.5,50L262.5,100"], ["M37.5,0Z"]],
    [[[null, 5, null]], ["M150,0Z"], ["M150,0Z"]],
    [[[null, null]], [""], [""]],
    [
      [[4], [8]],
      ["M150,50Z", "M150,0Z"],
      ["M150,50Z", "M150,0Z"],
    ],
  ])("lines of %j, and the dots of what has nothing beside it", (series, lines, dots) => {
    expect(lineChart(series)).toMatchObject({ lines, dots });
  });

  const anyValues = fc.array(fc.option(fc.integer({ min: -1_000_000, max: 100_000_000 })), { maxLength: 20 });

  test("nothing leaves the picture, and a bar is as high as its value is great", () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const { bars, top, bottom, zero } = barChart(values);
        expect(bars).toHaveLength(values.length);
        expect(zero).toBeGreaterThanOrEqual(0);
        expect(zero).toBeLessThanOrEqual(CHART.height);
        for (const [place, bar] of bars.entries()) {
          const value = values[place] ?? 0;
          expect(bar === null).toBe(value === 0);
          if (!bar) continue;
          expect(bar.x).toBeGreaterThanOrEqual(0);
          expect(bar.x + bar.width).toBeLessThanOrEqual(CHART.width + 0.02);
          expect(bar.y).toBeGreaterThanOrEqual(0);
          expect(bar.y + bar.height).toBeLessThanOrEqual(CHART.height + 0.02);
          expect(bar.height).toBeCloseTo((Math.abs(value) / (top - bottom)) * CHART.height, 1);
        }
      }),
    );
  });

  test("a line goes through every value there is", () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const [path = ""] = lineChart([values]).lines;
        const points = [...path.matchAll(/[ML]([\d.]+),([\d.]+)/g)];
        expect(points).toHaveLength(values.filter((value) => value !== null).length);
        for (const [, , y] of points) expect(Number(y)).toBeLessThanOrEqual(CHART.height);
      }),
    );
  });
});

describe("day sums", () => {
  const lastOf = (changes: Parameters<typeof someNumbers>[0]) => daySumsOf(someNumbers(changes)).at(-1);
  const dayOf = (changes: Parameters<typeof someNumbers>[0], day: string) =>
    daySumsOf(someNumbers(changes)).find((one) => one.day === day);

  test("a new shop has as many days as the page shows, all of them empty", () => {
    const days = daySumsOf(someNumbers());
    expect(days).toHaveLength(SHOWN_DAYS);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(["2026-08-25", "2026-11-23"]);
    expect(isEmpty(days)).toBe(true);
  });

  test("what happened stands on its day alone", () => {
    const changes = { days: [aDay("2026-10-01", { revenue_cents: 12_345, received_cards: 7 })] };
    expect(dayOf(changes, "2026-10-01")).toMatchObject({ revenue_cents: 12_345, received_cards: 7 });
    expect(dayOf(changes, "2026-10-02")).toMatchObject({ revenue_cents: 0, received_cards: 0 });
  });

  test("what a step holds is what it held before, and all that came and went since", () => {
    const changes = {
      steps: [{ step: "grading" as const, batches_before: 3, cards_before: 40, oldest: null }],
      step_changes: [
        { day: "2026-09-01", step: "grading" as const, batches: 2, cards: 10 },
        { day: "2026-09-03", step: "grading" as const, batches: -4, cards: -45 },
        { day: "2026-09-03", step: "graded" as const, batches: 4, cards: 45 },
      ],
    };
    const held = (day: string) => dayOf(changes, day)?.steps;
    expect(held("2026-08-31")?.grading).toEqual({ batches: 3, cards: 40 });
    expect(held("2026-09-02")?.grading).toEqual({ batches: 5, cards: 50 });
    expect(lastOf(changes)?.steps).toMatchObject({
      grading: { batches: 1, cards: 5 },
      graded: { batches: 4, cards: 45 },
      pending: { batches: 0, cards: 0 },
    });
  });

  test("members go on from before, and those of all plans start and end together", () => {
    const changes = {
      plans_before: { pro: 5 },
      plan_changes: [
        { day: "2026-11-01", plan_type: "starter" as const, started: 2, ended: 0, change: 1 },
        { day: "2026-11-01", plan_type: "pro" as const, started: 1, ended: 3, change: -1 },
      ],
    };
    expect(dayOf(changes, "2026-11-01")).toMatchObject({ started: 3, ended: 3 });
    expect(dayOf(changes, "2026-10-31")?.members).toEqual({ starter: 0, pro: 5, elite: 0 });
    expect(lastOf(changes)).toMatchObject({ started: 0, members: { starter: 1, pro: 4, elite: 0 } });
  });

  test("an exception is open from the day it came up to the day it was settled", () => {
    const changes = {
      exceptions_before: 1,
      days: [aDay("2026-11-02", { exceptions_raised: 2 }), aDay("2026-11-04", { exceptions_settled: 3 })],
    };
    const open = ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"].map(
      (day) => dayOf(changes, day)?.exceptions_open,
    );
    expect(open).toEqual([1, 3, 3, 0]);
  });

  test("the batches that left are kept by how long they took", () => {
    const changes = {
      turnaround: [
        { day: "2026-11-23", business_days: 8, batches: 2 },
        { day: "2026-11-23", business_days: 12, batches: 1 },
      ],
    };
    expect(lastOf(changes)?.turnaround).toEqual(
      new Map([
        [8, 2],
        [12, 1],
      ]),
    );
  });

  test.each([
    { days: [aDay("2026-11-23", { refunded_cents: -1 })] },
    { plans_before: { elite: 1 } },
    { exceptions_before: 1 },
    { steps: [{ step: "graded" as const, batches_before: 1, cards_before: 4, oldest: null }] },
  ])("a shop with %j is not empty", (changes) => {
    expect(isEmpty(daySumsOf(someNumbers(changes)))).toBe(false);
  });
});
