import type { DaySums } from "@/lib/staff/numbers/day-sums";
import type { Numbers } from "@/lib/staff/numbers/schema";
import { figureSpans, weeksOf } from "@/lib/staff/numbers/span";
import { beforeWords, spanLabel } from "@/lib/staff/numbers/words";

/** Days next to each other, the oldest first. */
export type Span = readonly DaySums[];
type Format = (value: number) => string;

/** Describes a number: what it is, and how it comes of a span of days. */
export type NumberSpec = {
  /** In an address and in ids of the page. */
  name: string;
  title: string;
  /** What counts, in a sentence or two; docs/numbers.md says it at length. */
  about: string;
  /** The number of a span; null where nothing happened of which there could be one. */
  figure: (span: Span) => number | null;
  format: Format;
  /** Whether the change against the span before is a share of it: of what is a share itself it is not. */
  isCompared: boolean;
  /** A second line about the same span; null: none. */
  more?: (span: Span) => string | null;
  /** A line about what is so at this moment, whatever the span; null: there is nothing to say. */
  now?: (numbers: Numbers) => string | null;
  /** Bars for what happens in a week, lines for what is true at its end. */
  kind: "bars" | "lines";
  /** How the edges of the picture are written: without a unit, for there is little room. */
  edge: Format;
  series: { label: string; of: (week: Span) => number | null; format: Format }[];
  columns: { label: string; of: (week: Span) => string }[];
  /** Where the rows behind the number are. */
  link: { href: string; label: string } | null;
};

/** Holds a number as it is shown: its figure of the last days, and thirteen weeks as a picture and as a table. */
export type NumberCard = Pick<NumberSpec, "name" | "title" | "about" | "kind" | "edge" | "link"> & {
  /** Null: there is none for these days. */
  figure: string | null;
  more: string | null;
  now: string | null;
  before: string;
  weeks: string[];
  series: { label: string; values: (number | null)[]; format: Format }[];
  columns: string[];
  /** The cells of each week, in the order of the columns. */
  rows: string[][];
};

/** Works out a number from the days of the page, and from what the page says of this moment. */
export function numberCardOf(spec: NumberSpec, days: Span, numbers: Numbers): NumberCard {
  const { name, title, about, kind, edge, link, format } = spec;
  const weeks = weeksOf(days);
  const spans = figureSpans(days);
  const now = spec.figure(spans.now);
  const before = spans.before.length > 0 ? spec.figure(spans.before) : null;
  return {
    name,
    title,
    about,
    kind,
    edge,
    link,
    figure: now === null ? null : format(now),
    more: spec.more?.(spans.now) ?? null,
    now: spec.now?.(numbers) ?? null,
    before: beforeWords({ now, before }, format, spec.isCompared),
    weeks: weeks.map(spanLabel),
    series: spec.series.map(({ label, of, format: said }) => ({
      label,
      values: weeks.map(of),
      format: said,
    })),
    columns: spec.columns.map(({ label }) => label),
    rows: weeks.map((week) => spec.columns.map(({ of }) => of(week))),
  };
}
