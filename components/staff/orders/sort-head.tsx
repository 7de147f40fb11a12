import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { HeadCell } from "@/components/ui/table";
import { type ListQuery, listHref, type SortColumn } from "@/lib/staff/orders/list-query";

type SortOption = {
  column: SortColumn;
  label: string;
  /** The order of the first press; the second one turns it round, the third takes it off. */
  isDescendingFirst?: boolean;
};

type SortHeadProps = {
  query: ListQuery;
  /** What the column shows that the list can be in order by. */
  options: readonly SortOption[];
  className?: string;
};

/** Shows the heading of a column of the list: links that put the list in its order. */
export function SortHead({ query, options, className }: SortHeadProps) {
  const { sort } = query;
  const here = sort && options.some(({ column }) => column === sort.by) ? sort : null;
  return (
    <HeadCell
      className={className}
      aria-sort={here ? (here.isDescending ? "descending" : "ascending") : undefined}
    >
      {options.map((option, nth) => (
        <span key={option.column}>
          {nth > 0 ? ", " : ""}
          <SortLink query={query} option={option} />
        </span>
      ))}
    </HeadCell>
  );
}

function SortLink({ query, option }: { query: ListQuery; option: SortOption }) {
  const { column, label, isDescendingFirst = false } = option;
  const here = query.sort?.by === column ? query.sort : null;
  const next =
    here && here.isDescending !== isDescendingFirst
      ? null
      : { by: column, isDescending: here ? !isDescendingFirst : isDescendingFirst };
  const Arrow = here ? (here.isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <a href={listHref(query, { sort: next })} className="inline-flex items-center gap-1 hover:text-text">
      {label}
      <Arrow className="size-3.5" aria-hidden="true" />
    </a>
  );
}
