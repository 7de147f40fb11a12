import { cx } from "class-variance-authority";

type SlabProps = {
  /** Grade on the label. */
  grade: string;
  /** Word beside the grade. */
  word: string;
  art: (typeof ART)[keyof typeof ART];
  transform: string;
};

const BARS = [2, 1, 3, 1, 1, 2, 1, 3, 2, 1, 1, 3, 1, 2, 1, 2];

/** The bars of the label's code as one path. */
const BAR_CODE = (() => {
  let x = 39;
  return BARS.map((width) => {
    const bar = `M${x} 67h${width}v14h-${width}z`;
    x += width + 1.5;
    return bar;
  }).join("");
})();

/** No real card's art: rings, rays and facets, each as one path in a window of 160 by 184 at 54, 134. */
const ART = {
  rings: [16, 30, 44, 58, 72]
    .map((r) => `M${134 - r} 222a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 -${2 * r} 0`)
    .join(""),
  rays: [-70, -56, -42, -28, -14, 0, 14, 28, 42, 56, 70]
    .map((x) => `M134 300L${134 + x * 1.1} ${140 + Math.abs(x) * 0.7}`)
    .join(""),
  facets:
    "M134 152l58 44v60l-58 44-58-44v-60zM134 152v148M76 196l116 60M192 196l-116 60M134 182l29 22v44l-29 22-29-22v-44z",
};

/** Draws three graded slabs, the thing that comes back from every order; it is for the eye only. */
export function SlabMotif({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 460 500" className={cx("overflow-visible", className)} aria-hidden="true">
      <defs>
        <linearGradient id="slab-card" x1="0" y1="0" x2="1" y2="1">
          <stop className="[stop-color:var(--accent-hover)]" />
          <stop offset="1" className="[stop-color:var(--accent)]" />
        </linearGradient>
        <linearGradient id="slab-glint" x1="0" y1="0" x2="1" y2="0.7">
          <stop className="[stop-color:var(--surface-raised)] [stop-opacity:0.5]" />
          <stop offset="0.45" className="[stop-color:var(--surface-raised)] [stop-opacity:0]" />
        </linearGradient>
      </defs>
      <Slab grade="8" word="NM-MT" art={ART.rays} transform="rotate(-11 120 480) translate(14 64)" />
      <Slab grade="9" word="MINT" art={ART.facets} transform="rotate(11 340 480) translate(178 64)" />
      <Slab grade="10" word="GEM MT" art={ART.rings} transform="translate(96 30)" />
    </svg>
  );
}

/** Draws one slab, 268 by 430: case, label with grade and bar code, window with a card, and the light on the case. */
function Slab({ grade, word, art, transform }: SlabProps) {
  return (
    <g transform={transform}>
      <rect className="fill-text/7" x="5" y="12" width="268" height="430" rx="22" />
      <rect className="fill-surface-raised stroke-border-strong/60" width="268" height="430" rx="22" />
      <rect className="fill-none stroke-border" x="9" y="9" width="250" height="412" rx="15" />
      <rect
        className="fill-surface-raised stroke-accent"
        x="24"
        y="24"
        width="220"
        height="70"
        rx="7"
        strokeWidth="4"
      />
      <rect className="fill-text" x="39" y="40" width="78" height="7" rx="3.5" />
      <rect className="fill-text-muted/50" x="39" y="54" width="54" height="5" rx="2.5" />
      <path className="fill-text" d={BAR_CODE} />
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
      <rect fill="url(#slab-card)" x="46" y="126" width="176" height="266" rx="9" />
      <rect className="fill-accent-soft" x="54" y="134" width="160" height="184" rx="5" />
      <path className="fill-none stroke-accent-text opacity-60" strokeWidth="1.5" d={art} />
      <g className="fill-accent-contrast">
        <rect x="58" y="332" width="92" height="9" rx="4.5" />
        <rect className="opacity-60" x="58" y="351" width="152" height="5" rx="2.5" />
        <rect className="opacity-60" x="58" y="364" width="124" height="5" rx="2.5" />
        <circle cx="203" cy="337" r="7" />
      </g>
      <rect fill="url(#slab-glint)" x="34" y="114" width="200" height="290" rx="12" />
    </g>
  );
}
