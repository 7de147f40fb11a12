import { cx } from "class-variance-authority";

type BatchIdProps = {
  /** The name of a batch, as displayBatchId answers it. */
  name: string;
  /** Where a press leads; without it the ID is plain text. */
  href?: string;
  className?: string;
};

/** Shows a batch ID on one line, with plain hyphens also where the digits around it are all of one width. */
export function BatchId({ name, href, className }: BatchIdProps) {
  if (href === undefined) return <span className={cx("batch-id", className)}>{name}</span>;
  return (
    <a className={cx("link batch-id", className)} href={href}>
      {name}
    </a>
  );
}
