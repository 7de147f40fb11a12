import { ArrowRight, ChevronDown, Search } from "lucide-react";
import { FulfillmentField } from "@/components/staff/order/order-fields";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { staffPaths } from "@/lib/base/staff-paths";
import { PAYMENT_STATUSES } from "@/lib/orders/status";
import { countWords, paymentLabel } from "@/lib/staff/labels";
import { isNarrowed, type ListQuery, listHref, MAX_SEARCH } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";
import { ORDER_VIEWS, SAVED_VIEWS } from "@/lib/staff/orders/order-views";

/**
 * Shows the search and the filters of the list: a plain form, whose answer is an address. On a narrow screen the filters
 * are there when they are asked for, or when one of them is set; they are part of the form either way.
 */
export function OrderFilters({ query }: { query: ListQuery }) {
  return (
    <search>
      <FilterForm
        action={staffPaths.orders}
        className="flex flex-wrap items-end gap-3 md:grid md:grid-cols-[minmax(0,1fr)_9rem_9rem_auto]"
      >
        {query.view ? <input type="hidden" name="view" value={query.view} /> : null}
        <div className="relative min-w-40 flex-1 max-md:[&_label]:sr-only">
          <TextField
            label="Search"
            type="search"
            name="q"
            defaultValue={query.search}
            maxLength={MAX_SEARCH}
            placeholder="Batch ID, email, name, phone, tracking or submission number"
            autoComplete="off"
            spellCheck={false}
            className="text-ellipsis max-md:pl-10"
          />
          {/* On a telephone the field has no other name that is seen once something is typed. */}
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-text-muted md:hidden"
            aria-hidden="true"
          />
        </div>
        <label className="button button-secondary md:hidden">
          <input
            type="checkbox"
            id="more-filters"
            className="sr-only"
            defaultChecked={Boolean(query.payment || query.fulfillment)}
          />
          Filters
          <ChevronDown className="size-4" aria-hidden="true" />
        </label>
        <div className="grid basis-full grid-cols-2 items-end gap-3 max-md:[form:not(:has(#more-filters:checked))_&]:hidden md:contents">
          <SelectField label="Payment" name="payment" defaultValue={query.payment ?? ""}>
            <option value="">Any</option>
            {PAYMENT_STATUSES.map((status) => (
              <option key={status} value={status}>
                {paymentLabel(status).label}
              </option>
            ))}
          </SelectField>
          <FulfillmentField none="Any" name="fulfillment" defaultValue={query.fulfillment ?? ""} />
        </div>
        <div className="flex gap-2 max-md:contents">
          <Button type="submit" className="md:flex-1">
            <Search className="size-4 max-md:hidden" aria-hidden="true" />
            <ArrowRight className="size-4 md:hidden" aria-hidden="true" />
            <span className="max-md:sr-only">Apply</span>
          </Button>
          {isNarrowed(query) ? (
            <ButtonLink href={staffPaths.orders} variant="secondary">
              Clear
            </ButtonLink>
          ) : null}
        </div>
      </FilterForm>
    </search>
  );
}

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
