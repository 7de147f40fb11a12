import { cx } from "class-variance-authority";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { buttonStyle } from "@/components/ui/button-link";

type OrderNeighboursProps = {
  /** The addresses of the orders before and after it in the list; none at its ends. */
  previousHref: string | undefined;
  nextHref: string | undefined;
  /** The list stays where it is beneath. */
  isOverList?: boolean;
  className?: string;
};

/** Shows the ways to the orders before and after one in the list that it was opened from; nothing where there is none. */
export function OrderNeighbours({ previousHref, nextHref, isOverList, className }: OrderNeighboursProps) {
  if (!previousHref && !nextHref) return null;
  const look = { variant: "quiet", size: "sm" } as const;
  const link = {
    scroll: !isOverList,
    prefetch: false,
  };
  return (
    <nav aria-label="Orders of the list" className={cx("flex gap-3", className)}>
      {previousHref ? (
        <Link rel="prev" href={previousHref} className={buttonStyle(look)} {...link}>
          <ChevronLeft className="size-4" aria-hidden="true" />
          Previous order
        </Link>
      ) : null}
      {nextHref ? (
        <Link rel="next" href={nextHref} className={buttonStyle({ ...look, className: "ml-auto" })} {...link}>
          Next order
          <ChevronRight className="size-4" aria-hidden="true" />
        </Link>
      ) : null}
    </nav>
  );
}
