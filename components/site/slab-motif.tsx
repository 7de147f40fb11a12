import { cx } from "class-variance-authority";

type SlabProps = {
  /** Grade on the label. */
  grade: string;
  /** Word beside the grade. */
  word: string;
  transform: string;
};

const BARS = [2, 1, 3, 1, 1, 2, 1, 3, 2, 1, 1, 3, 1, 2, 1, 2];

/** Three graded slabs, drawn: the thing that comes back from every order. */
export function SlabMotif({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 460 500" className={cx("overflow-visible", className)} aria-hidden="true">
      <Slab grade="8" word="NM-MT" transform="rotate(-10 120 480) translate(22 56)" />
      <Slab grade="9" word="MINT" transform="rotate(9 340 480) translate(168 56)" />
      <Slab grade="10" word="GEM MT" transform="translate(96 30)" />
    </svg>
  );
}

/** One slab, 268 by 430: case, label with grade and bar code, window with a card. */
function Slab({ grade, word, transform }: SlabProps) {
  return (
    <g transform={transform}>
      <rect className="fill-text/6" x="4" y="10" width="268" height="430" rx="22" />
      <rect className="fill-surface-raised stroke-border-strong/60" width="268" height="430" rx="22" />
      <rect className="fill-none stroke-border" x="9" y="9" width="250" height="412" rx="15" />
      <rect className="fill-accent" x="22" y="22" width="224" height="74" rx="8" />
      <rect className="fill-surface-raised" x="27" y="27" width="214" height="64" rx="5" />
      <g className="fill-text">
        <rect x="39" y="40" width="78" height="7" rx="3.5" />
        <rect className="fill-text-muted/50" x="39" y="54" width="54" height="5" rx="2.5" />
        <BarCode />
      </g>
      <text
        className="fill-accent-text font-sans text-2xl font-bold tabular-nums"
        x="229"
        y="63"
        textAnchor="end"
      >
        {grade}
      </text>
      <text className="fill-text-muted font-sans text-xs font-semibold" x="229" y="81" textAnchor="end">
        {word}
      </text>
      <rect className="fill-surface-sunken stroke-border" x="34" y="114" width="200" height="290" rx="12" />
      <CardFace />
    </g>
  );
}

function BarCode() {
  let x = 39;
  return (
    <>
      {BARS.map((width, index) => {
        const left = x;
        x += width + 1.5;
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change.
        return <rect key={index} x={left} y="67" width={width} height="14" />;
      })}
    </>
  );
}

/** The card in the window: no real card's art, only rings and a horizon. */
function CardFace() {
  return (
    <g>
      <rect className="fill-accent" x="46" y="126" width="176" height="266" rx="9" />
      <rect className="fill-accent-soft" x="54" y="134" width="160" height="184" rx="5" />
      <g className="fill-none stroke-accent-text" strokeWidth="1.5">
        {[16, 30, 44, 58, 72].map((radius) => (
          <circle key={radius} className="opacity-60" cx="134" cy="226" r={radius} />
        ))}
      </g>
      <circle className="fill-accent" cx="134" cy="226" r="9" />
      <path
        className="fill-accent opacity-20"
        d="M54 274l42-34 34 26 30-22 54 40v29a5 5 0 0 1-5 5H59a5 5 0 0 1-5-5z"
      />
      <g className="fill-accent-contrast">
        <rect x="58" y="332" width="92" height="9" rx="4.5" />
        <rect className="opacity-60" x="58" y="351" width="152" height="5" rx="2.5" />
        <rect className="opacity-60" x="58" y="364" width="124" height="5" rx="2.5" />
        <circle cx="203" cy="337" r="7" />
      </g>
    </g>
  );
}
