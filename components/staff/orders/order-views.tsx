import { staffPaths } from "@/lib/base/staff-paths";
import { countWords, SAVED_VIEWS, type SavedView } from "@/lib/staff/labels";
import { type ListQuery, listHref } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";

const LABELS: Record<SavedView, string> = {
  needs_check_in: "Needs check-in",
  never_received: "Paid, never received",
  not_paid: "Received, not paid",
  count_differs: "Count differs",
  ready_to_send: "Ready to send",
  overdue: "Overdue",
  exceptions: "Exceptions",
  to_review: "To be reviewed",
  set_aside: "Set aside",
  waiting: "Waiting for the customer",
  problems: "Problems",
  ready_to_return: "Ready to return",
  to_send_back: "To send back",
};

/** Shows the saved views of the list with how many orders wait in each; null counts show none. */
export function OrderViews({ query, page }: { query: ListQuery; page: OrderPage }) {
  const { views: counts, unmatched_packages: unmatched } = page;
  return (
    <nav aria-label="Views">
      <ul className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 sm:flex-wrap">
        <View
          href={listHref(query, { view: null, sort: null })}
          label="All orders"
          isHere={query.view === null}
        />
        {SAVED_VIEWS.map((view) => (
          <View
            key={view}
            href={listHref(query, { view, sort: null })}
            label={LABELS[view]}
            count={counts ? countWords(counts[view]) : undefined}
            isHere={query.view === view}
          />
        ))}
        <View
          href={staffPaths.receive}
          label="Unmatched packages"
          count={unmatched ? countWords(unmatched) : undefined}
          isHere={false}
        />
      </ul>
    </nav>
  );
}

type ViewProps = { href: string; label: string; count?: string | undefined; isHere: boolean };

function View({ href, label, count, isHere }: ViewProps) {
  return (
    <li>
      <a
        href={href}
        aria-current={isHere ? "page" : undefined}
        className="inline-flex min-h-9 items-center gap-2 rounded-full border border-border bg-surface-raised px-4 text-sm font-medium whitespace-nowrap text-text-muted transition-colors hover:border-border-strong hover:text-text aria-[current=page]:border-accent-text/40 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text"
      >
        {label}
        {count ? <span className="tabular-nums opacity-90">{count}</span> : null}
      </a>
    </li>
  );
}
