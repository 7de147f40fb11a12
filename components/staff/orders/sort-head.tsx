import { ArrowDown, ArrowUp } from "lucide-react";
import { HeadCell } from "@/components/ui/table";
import { type ListQuery, listHref, type SortColumn } from "@/lib/staff/orders/list-query";

type SortHeadProps = {
  query: ListQuery;
  column: SortColumn;
  /** The order of the first press; the second one turns it round, the third takes it off. */
  isDescendingFirst?: boolean;
  className?: string;
  children: string;
};

/** Shows the heading of a column of the list: a link that puts the list in its order. */
export function SortHead({ query, column, isDescendingFirst = false, className, children }: SortHeadProps) {
  const here = query.sort?.by === column ? query.sort : null;
  const next =
    here && here.isDescending !== isDescendingFirst
      ? null
      : { by: column, isDescending: here ? !isDescendingFirst : isDescendingFirst };
  const Arrow = here?.isDescending ? ArrowDown : ArrowUp;
  return (
    <HeadCell
      className={className}
      aria-sort={here ? (here.isDescending ? "descending" : "ascending") : undefined}
    >
      <a href={listHref(query, { sort: next })} className="inline-flex items-center gap-1 hover:text-text">
        {children}
        {here ? <Arrow className="size-3.5" aria-hidden="true" /> : null}
      </a>
    </HeadCell>
  );
}
