import Link from "next/link";

/** Says that a later page of a list has no rows any more, with the way to its first one. */
export function EmptiedPage({ oldestHref }: { oldestHref: string }) {
  return (
    <p className="text-text-muted">
      None from here on.{" "}
      <Link className="link" href={oldestHref} scroll={false} data-stays="">
        Back to the oldest
      </Link>
    </p>
  );
}
