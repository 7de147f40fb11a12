type BatchIdProps = { name: string; href?: string; className?: string; children?: React.ReactNode };

/** The letters of an ID that we make; only other sources have longer ones, which no telephone holds on a line. */
const USUAL_LENGTH = 20;

/** Returns the classes by which a batch ID keeps to one line where there is space for it. */
export function batchIdLook(name: string): string {
  return name.length > USUAL_LENGTH ? "wrap-anywhere" : "batch-id";
}

/**
 * Shows a batch ID on one line; where even an empty line of a phone is too narrow for wide letters, it breaks at a hyphen.
 * Nothing around it may make its digits of one width: its hyphens would be as wide. Browsers don't translate it.
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
