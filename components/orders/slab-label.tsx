import { site } from "@/lib/base/site";

type SlabLabelProps = {
  /** `large` heads a page, email or receipt; `row` heads a drawer, a phone's list row or a to-do. */
  size: "large" | "row";
  /** What the batch is called, as `batchTitle` returns it; a link where it leads somewhere. */
  title: React.ReactNode;
  code: string;
  figure: number;
  /** The right end of the large label's header: a date, or what was paid. */
  corner?: React.ReactNode;
  /** Stands below the title, in place of the code: status and progress. */
  children?: React.ReactNode;
};

/** Shows a batch as the label of a slab: its name, its code with the last four characters in bold, and its cards in a box. */
export function SlabLabel({ size, title, code, figure, corner, children }: SlabLabelProps) {
  return (
    // Spans, since it may stand in a heading.
    <span className="slab" data-size={size}>
      {size === "large" ? (
        <span className="slab-head">
          <span translate="no">{site.name}</span>
          {corner ? <span>{corner}</span> : null}
        </span>
      ) : null}
      <span className="slab-body">
        <span>
          <span className="slab-title">
            <bdi>{title}</bdi>
          </span>{" "}
          {children ?? <BatchCode code={code} />}
        </span>{" "}
        <span className="slab-figure">
          <b>{figure.toLocaleString("en-US")}</b> <span>{figure === 1 ? "card" : "cards"}</span>
        </span>
      </span>
    </span>
  );
}

/** Shows a batch ID in small type, its last four characters in bold, as people read it off a package. */
export function BatchCode({ code }: { code: string }) {
  return (
    <span className="slab-code" translate="no">
      {code.slice(0, -4)}
      <b>{code.slice(-4)}</b>
    </span>
  );
}

/** Shows a batch in a sentence or table cell: its name, as `batchName` returns it, and the last four characters of its code. */
export function BatchChip({ name, code }: { name: React.ReactNode; code: string }) {
  return (
    <span className="slab-chip">
      <bdi>{name}</bdi>
      <span translate="no">…{code.slice(-4)}</span>
    </span>
  );
}
