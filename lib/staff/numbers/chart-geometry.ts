import { scaleBand, scaleLinear } from "d3-scale";
import { line } from "d3-shape";

/** Units of a picture, which fills its frame whatever shape that has. */
export const CHART = { width: 300, height: 100 } as const;

/** A value of each week; null: there is none, and the line has a gap. */
export type Values = readonly (number | null)[];

type Bar = { x: number; y: number; width: number; height: number };

/** Where a picture is drawn: a bar or nothing for each value, and a path for each line. */
export type ChartGeometry = {
  /** The values at the upper and lower edge. */
  top: number;
  bottom: number;
  /** There is no value but zero: nothing would be seen. */
  isFlat: boolean;
  /** Where zero lies, from above. */
  zero: number;
  bars: (Bar | null)[];
  lines: string[];
  /** Of each line the values with nothing on either side, which a line cannot show: paths of points. */
  dots: string[];
};

/** Draws one bar for each value: up from zero, and down where less than nothing came of it. */
export function barChart(values: Values): ChartGeometry {
  const { y, ...edges } = verticalScale([values]);
  const x = horizontalScale(values.length).paddingInner(0.3).paddingOuter(0.15);
  const bars = values.map((value, place) => {
    if (value === null || value === 0) return null;
    const [from, to] = [y(Math.max(value, 0)), y(Math.min(value, 0))];
    return {
      x: rounded(x(place) ?? 0),
      y: rounded(from),
      width: rounded(x.bandwidth()),
      height: rounded(to - from),
    };
  });
  return { ...edges, zero: rounded(y(0)), bars, lines: [], dots: [] };
}

/** Draws a line for each series, through the middles of where bars would stand. */
export function lineChart(series: readonly Values[]): ChartGeometry {
  const { y, ...edges } = verticalScale(series);
  const lines = series.map((values) => {
    const x = horizontalScale(values.length);
    const path = line<number | null>()
      .defined((value) => value !== null)
      .x((_, place) => (x(place) ?? 0) + x.bandwidth() / 2)
      .y((value) => y(value ?? 0))
      .digits(2);
    return path([...values]) ?? "";
  });
  const dots = lines.map((path) => path.match(/M[^ML]+Z/g)?.join("") ?? "");
  return { ...edges, zero: rounded(y(0)), bars: [], lines, dots };
}

function horizontalScale(count: number) {
  return scaleBand<number>()
    .domain(Array.from({ length: count }, (_, place) => place))
    .range([0, CHART.width]);
}

/** From zero, or the lowest value below it, to a round number that no value exceeds. */
function verticalScale(series: readonly Values[]) {
  const values = series.flat().filter((value) => value !== null);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = scaleLinear()
    .domain([lowest, lowest === highest ? 1 : highest])
    .nice(4)
    .range([CHART.height, 0]);
  const [bottom = 0, top = 1] = y.domain();
  return { top, bottom, isFlat: lowest === highest, y };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
