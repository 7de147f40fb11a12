import { ArrowRight, ChevronDown, Search } from "lucide-react";
import { FulfillmentField } from "@/components/staff/order/order-fields";
import { FilterForm } from "@/components/staff/orders/filter-form";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { staffPaths } from "@/lib/base/staff-paths";
import { PAYMENT_STATUSES } from "@/lib/orders/status";
import { paymentLabel } from "@/lib/staff/labels";
import { isNarrowed, type ListQuery, MAX_SEARCH } from "@/lib/staff/orders/list-query";

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
