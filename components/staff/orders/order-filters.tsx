import { ChevronDown, Search } from "lucide-react";
import { FulfillmentField } from "@/components/staff/order/order-fields";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { staffPaths } from "@/lib/base/staff-paths";
import { PAYMENT_STATUSES } from "@/lib/orders/status";
import { countText, paymentLabel } from "@/lib/staff/labels";
import type { OrderPage } from "@/lib/staff/orders/data";
import {
  isNarrowed,
  type ListQuery,
  listHref,
  MAX_SEARCH,
  ORDER_VIEWS,
  SAVED_VIEWS,
  type SavedView,
} from "@/lib/staff/orders/list-query";

/** Shows the list's search and filters as a plain form. On narrow screens, unused filters are collapsed. */
export function OrderFilters({ query, views }: { query: ListQuery; views: OrderPage["views"] }) {
  return (
    <search>
      <FilterForm action={staffPaths.orders} className="flex flex-wrap items-end gap-3">
        <div className="relative min-w-40 flex-1 [&_label]:sr-only">
          <TextField
            label="Search"
            type="search"
            name="q"
            defaultValue={query.search}
            maxLength={MAX_SEARCH}
            placeholder="Batch ID, email, name, phone, tracking or submission number"
            autoComplete="off"
            spellCheck={false}
            className="text-ellipsis pl-10"
          />
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 -mt-2 size-4 text-text-muted"
            aria-hidden="true"
          />
        </div>
        <input
          type="checkbox"
          id="more-filters"
          className="peer sr-only md:hidden"
          defaultChecked={Boolean(query.view || query.payment || query.fulfillment)}
        />
        <label
          htmlFor="more-filters"
          className="button button-secondary peer-focus-visible:outline-2 md:hidden"
        >
          Filters
          <ChevronDown className="size-4" aria-hidden="true" />
        </label>
        <div className="grid basis-full grid-cols-2 items-end gap-3 max-md:peer-not-checked:hidden md:flex md:basis-auto">
          <div className="max-md:col-span-2">
            <SelectField
              label="Show"
              name="view"
              defaultValue={query.view ?? ""}
              none="All orders"
              options={SAVED_VIEWS.map((view) => [
                view,
                views ? `${ORDER_VIEWS[view].label} (${countText(views[view])})` : ORDER_VIEWS[view].label,
              ])}
            />
          </div>
          <SelectField
            label="Payment"
            name="payment"
            defaultValue={query.payment ?? ""}
            none="Any"
            options={PAYMENT_STATUSES.map((status) => [status, paymentLabel(status).label])}
          />
          <FulfillmentField none="Any" name="fulfillment" defaultValue={query.fulfillment ?? ""} />
        </div>
        {isNarrowed(query) ? (
          <a href={staffPaths.orders} className="link w-fit text-sm">
            Clear filters
          </a>
        ) : null}
        {/* With JavaScript, a selection applies immediately and Enter searches. */}
        <noscript>
          <Button type="submit" variant="secondary">
            Apply
          </Button>
        </noscript>
      </FilterForm>
    </search>
  );
}

/** The task for the orders in a view, and the page for it. Without `href`, the task is done in the list. */
const TILES: [view: SavedView, task: string, href?: string][] = [
  ["to_check_in", "Check in", staffPaths.receive],
  ["ready_to_send", "Send to grader", staffPaths.grader],
  ["to_return", "Ship back", staffPaths.returns],
  ["waiting_on_us", "Answer"],
  ["overdue", "Follow up"],
  ["money_to_review", "Review payments"],
];

export function OrderTiles({ query, views }: { query: ListQuery; views: OrderPage["views"] }) {
  return (
    <nav aria-label="Views">
      <ul className="flex gap-3 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:grid lg:grid-cols-6">
        {TILES.map(([view, task, href]) => {
          const count = views?.[view];
          const list = listHref(query, { view, sort: null });
          const isLate = view === "overdue" && count !== undefined && count.count > 0;
          return (
            <li
              key={view}
              className="relative min-w-36 rounded-xl border border-border bg-surface-raised p-3 whitespace-nowrap has-aria-[current=page]:border-accent has-aria-[current=page]:bg-accent-soft"
            >
              <a
                href={list}
                className={`block text-xl font-semibold tabular-nums ${isLate ? "text-danger" : "text-text"}`}
                aria-current={query.view === view ? "page" : undefined}
              >
                {count ? countText(count) : "–"}
                <span className="sr-only"> {ORDER_VIEWS[view].label.toLowerCase()}</span>
              </a>
              {count?.count === 0 ? (
                <span className="text-sm text-text-muted">{task}</span>
              ) : (
                <a href={href ?? list} className="link text-sm">
                  {task}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
