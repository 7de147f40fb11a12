import { barChart, CHART, type ChartGeometry, lineChart } from "@/lib/staff/numbers/chart-geometry";
import type { NumberCard } from "@/lib/staff/numbers/number-card";
import { seriesWords } from "@/lib/staff/numbers/words";

type WeekChartProps = Pick<NumberCard, "name" | "title" | "kind" | "edge" | "weeks" | "series">;

/** Shows a number week by week as a picture, which says its figures to who does not see it. Made on the server alone. */
export function WeekChart({ name, title, kind, edge, weeks, series }: WeekChartProps) {
  const [first] = series;
  if (!first) return null;
  const chart = kind === "bars" ? barChart(first.values) : lineChart(series.map(({ values }) => values));
  if (chart.isFlat) return <p className="text-sm text-text-muted">Nothing in these weeks.</p>;
  return (
    <figure className="space-y-2">
      <div className="flex gap-3">
        <Edges top={edge(chart.top)} bottom={edge(chart.bottom)} />
        <svg
          viewBox={`0 0 ${CHART.width} ${CHART.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${name}-title`}
          aria-describedby={`${name}-desc`}
          className="h-32 min-w-0 grow overflow-visible text-accent-text"
        >
          <title id={`${name}-title`}>{`${title}, week by week`}</title>
          <desc id={`${name}-desc`}>
            {series
              .map(({ label, values, format }) => {
                const said = seriesWords(weeks, values, format);
                return series.length > 1 ? `${label}: ${said}` : said;
              })
              .join(" ")}
          </desc>
          <Grid zero={chart.zero} />
          <Marks chart={chart} />
        </svg>
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-xs text-text-muted">
        <span>{weeks[0]}</span>
        <span>{weeks.at(-1)}</span>
        {series.length > 1 ? <Legend labels={series.map(({ label }) => label)} /> : null}
      </figcaption>
    </figure>
  );
}

/** What the upper and the lower edge stand for; the picture's words say more. */
function Edges({ top, bottom }: { top: string; bottom: string }) {
  return (
    <div
      aria-hidden="true"
      className="flex w-14 shrink-0 flex-col justify-between text-right text-xs leading-none text-text-muted tabular-nums"
    >
      <span>{top}</span>
      <span>{bottom}</span>
    </div>
  );
}

function Grid({ zero }: { zero: number }) {
  return (
    <g className="text-border" stroke="currentColor" strokeWidth="1">
      <line x2={CHART.width} vectorEffect="non-scaling-stroke" />
      <line x2={CHART.width} y1={CHART.height / 2} y2={CHART.height / 2} vectorEffect="non-scaling-stroke" />
      <line
        x2={CHART.width}
        y1={zero}
        y2={zero}
        className="text-border-strong"
        stroke="currentColor"
        vectorEffect="non-scaling-stroke"
      />
    </g>
  );
}

function Marks({ chart }: { chart: ChartGeometry }) {
  return (
    <>
      {chart.bars.map((bar) =>
        bar ? <rect key={bar.x} {...bar} fill="currentColor" fillOpacity="0.8" /> : null,
      )}
      {chart.lines.map((path, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none changes its place.
        <g key={place} fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
          <path
            d={path}
            strokeWidth={place === 0 ? "2.5" : "1.5"}
            strokeDasharray={place === 0 ? undefined : "5 4"}
            vectorEffect="non-scaling-stroke"
          />
          {chart.dots[place] ? (
            <path
              d={chart.dots[place]}
              strokeWidth={place === 0 ? "8" : "5"}
              vectorEffect="non-scaling-stroke"
            />
          ) : null}
        </g>
      ))}
    </>
  );
}

function Legend({ labels }: { labels: string[] }) {
  return (
    <span className="flex basis-full flex-wrap gap-x-4 pt-1">
      {labels.map((label, place) => (
        <span key={label} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 20 4" aria-hidden="true" className="h-1 w-5 text-accent-text">
            <line
              x2="20"
              y1="2"
              y2="2"
              stroke="currentColor"
              strokeWidth={place === 0 ? "2.5" : "1.5"}
              strokeDasharray={place === 0 ? undefined : "5 3"}
            />
          </svg>
          {label}
        </span>
      ))}
    </span>
  );
}
