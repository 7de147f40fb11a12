type BatchIdProps = { name: string; href?: string; className?: string; children?: React.ReactNode };

/** Length of our own batch IDs. Only IDs from other sources are longer, and they don't fit on one line on a phone. */
const USUAL_LENGTH = 20;

export function batchIdLook(name: string): string {
  return name.length > USUAL_LENGTH ? "wrap-anywhere" : "batch-id";
}

/**
 * Shows a batch ID on one line. It breaks at a hyphen if its letters are too wide for a phone's line. Don't set
 * tabular digits around it: they would widen its hyphens. Browsers don't translate it.
 */
export function BatchId({ name, href, className, children = name }: BatchIdProps) {
  const look = className ? `${batchIdLook(name)} ${className}` : batchIdLook(name);
  if (href === undefined) {
    return (
      <span className={look} translate="no">
        {children}
      </span>
    );
  }
  return (
    <a className={`link ${look}`} href={href} translate="no">
      {children}
    </a>
  );
}
