import { daySumsOf } from "@/lib/staff/numbers/day-sums";
import { type NumberSpec, numberCardOf } from "@/lib/staff/numbers/number-card";
import { sumOf } from "@/lib/staff/numbers/span";
import { wholeNumber } from "@/lib/staff/numbers/words";
import { aDay, someNumbers } from "@/sandbox/builders/numbers";

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
