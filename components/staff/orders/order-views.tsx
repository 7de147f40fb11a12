import { countWords } from "@/lib/staff/labels";
import { type ListQuery, listHref } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import { ORDER_VIEWS, SAVED_VIEWS } from "@/lib/staff/orders/order-views";

/** Shows the views of the list, with how many orders are in each; null counts show none. They keep the search and the filters. */
export function OrderViews({ query, views }: { query: ListQuery; views: OrderPage["views"] }) {
  return (
    <nav aria-label="Views">
      <ul className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap">
        <View
          href={listHref(query, { view: null, sort: null })}
          label="All orders"
          isHere={query.view === null}
        />
        {SAVED_VIEWS.map((view) => (
          <View
            key={view}
            href={listHref(query, { view, sort: null })}
            label={ORDER_VIEWS[view].label}
            hint={ORDER_VIEWS[view].hint}
            count={views && countWords(views[view])}
            isHere={query.view === view}
          />
        ))}
      </ul>
    </nav>
  );
}

type ViewProps = { href: string; label: string; hint?: string; count?: string | null; isHere: boolean };

function View({ href, label, hint, count, isHere }: ViewProps) {
  return (
    <li>
      <a
        href={href}
        title={hint}
        aria-current={isHere ? "page" : undefined}
        className={`button button-secondary button-sm rounded-full aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text ${count === "0" ? "text-text-muted" : ""}`}
      >
        {label} {count ? <span className="tabular-nums opacity-90">{count}</span> : null}
      </a>
    </li>
  );
}
