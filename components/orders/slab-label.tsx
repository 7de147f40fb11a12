import { site } from "@/lib/base/site";

type SlabLabelProps = {
  /** `large` is for pages, emails and receipts. `row` is for drawers, list rows on phones and to-dos. */
  size: "large" | "row";
  /** The batch's name from `batchTitle`, as a link if it opens a page. */
  title: React.ReactNode;
  code: string;
  figure: number;
  /** Right end of the large label's header: a date or the amount paid. */
  corner?: React.ReactNode;
  /** Replaces the code below the title, with the status and progress. */
  children?: React.ReactNode;
};

/** Shows a batch as the label of a slab: name, code with the last four characters in bold, and the cards in a box. */
export function SlabLabel({ size, title, code, figure, corner, children }: SlabLabelProps) {
  return (
    // Spans, because the label may be inside a heading.
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

/** Shows a batch ID in small type with the last four characters in bold, which is how people read it off a package. */
export function BatchCode({ code }: { code: string }) {
  return (
    <span className="slab-code" translate="no">
      {code.slice(0, -4)}
      <b>{code.slice(-4)}</b>
    </span>
  );
}

/** Shows a batch in a sentence or table cell: its name from `batchName` and the last four characters of its code. */
export function BatchChip({ name, code }: { name: React.ReactNode; code: string }) {
  return (
    <span className="slab-chip">
      <bdi>{name}</bdi>
      <span translate="no">…{code.slice(-4)}</span>
    </span>
  );
}
