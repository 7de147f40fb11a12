import { staffPaths } from "@/lib/base/staff-paths";
import { countWords } from "@/lib/staff/labels";
import { moreViews } from "@/lib/staff/orders/day-row";
import { type ListQuery, listHref } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";

/**
 * Shows the saved views that are no work of every day, with how many orders lie in each; null counts show none. Empty ones
 * are there when they are asked for.
 */
export function OrderViews({ query, page }: { query: ListQuery; page: OrderPage }) {
  const { views: counts, unmatched_packages: unmatched } = page;
  const packages: ViewProps = {
    href: staffPaths.receive,
    label: "Unmatched packages",
    count: unmatched ? countWords(unmatched) : null,
    isHere: false,
  };
  const views: ViewProps[] = [...moreViews(query, counts), packages];
  const empty = views.filter(({ count, isHere }) => count === "0" && !isHere);
  return (
    <nav aria-label="More views" className="gap-3 sm:flex">
      <p className="py-2 text-sm whitespace-nowrap text-text-muted max-sm:sr-only">More views</p>
      <ul className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap">
        <View
          href={listHref(query, { view: null, sort: null })}
          label="All orders"
          isHere={query.view === null}
        />
        {views
          .filter((view) => !empty.includes(view))
          .map((view) => (
            <View key={view.label} {...view} />
          ))}
        {empty.length > 0 ? (
          <li>
            <details>
              <summary className="button button-quiet button-sm rounded-full">{empty.length} empty</summary>
              <ul className="flex flex-wrap gap-2 pt-2">
                {empty.map((view) => (
                  <View key={view.label} {...view} />
                ))}
              </ul>
            </details>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

type ViewProps = { href: string; label: string; count?: string | null; isHere: boolean };

function View({ href, label, count, isHere }: ViewProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={isHere ? "page" : undefined}
        className={`button button-secondary button-sm rounded-full aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text ${count === "0" ? "text-text-muted" : ""}`}
      >
        {label}
        {count ? <span className="tabular-nums opacity-90">{count}</span> : null}
      </a>
    </li>
  );
}
