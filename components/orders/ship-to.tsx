import { LazyCopyButton } from "@/components/orders/lazy-copy-button";
import { buttonStyle } from "@/components/ui/button-link";
import { receivingLines } from "@/lib/base/receiving-address";

type ShipToProps = {
  /** Where the box label is printed, and how the button calls it. */
  print: { href: string; label: string };
  /** Level of the heading, below that of the page or drawer. */
  level: 2 | 3;
};

/** Shows where to ship the cards of a paid batch, and the way to its box label. */
export function ShipTo({ print, level }: ShipToProps) {
  const Heading = `h${level}` as const;
  return (
    <section className="space-y-4">
      <Heading className="sr-only">Ship your cards</Heading>
      <div className="space-y-2">
        <a className={buttonStyle({ block: true })} href={print.href}>
          {print.label}
        </a>
        <p className="text-center text-sm text-text-muted">Box label. Not postage.</p>
      </div>
      <div className="space-y-2">
        <p>Buy tracked, insured postage and ship to:</p>
        <ReceivingAddress />
      </div>
    </section>
  );
}

/** Shows the address to ship to, and copies it. */
export function ReceivingAddress() {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 rounded-lg bg-surface-sunken px-4 py-3">
      <address className="not-italic whitespace-pre-line" translate="no">
        {receivingLines.join("\n")}
      </address>
      <LazyCopyButton text={receivingLines.join("\n")} label="Copy address" />
    </div>
  );
}
