import { ChevronLeft, ChevronRight } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { buttonStyle } from "@/components/ui/button-link";
import { Time } from "@/components/ui/time";
import { counted } from "@/lib/base/messages";
import { countText } from "@/lib/staff/labels";
import { type ListQuery, listHref, PAGE_SIZE } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";

type OrderPagerProps = { page: OrderPage; query: ListQuery };

/** Shows how many orders are on this page of the list; nothing on an empty one. */
export function OrderRange({ page: { orders, total }, query }: OrderPagerProps) {
  if (orders.length === 0) return null;
  const isAll = total && !total.is_more && total.count <= orders.length;
  const last = (query.offset + orders.length).toLocaleString("en-US");
  const shown = query.offset > 0 ? `${(query.offset + 1).toLocaleString("en-US")}–${last}` : last;
  return (
    <p className="text-sm text-text-muted tabular-nums">
      <span className="font-medium text-text">
        {isAll || !total ? counted(orders.length, "order") : `${shown} of ${countText(total)} orders`}
      </span>
    </p>
  );
}

/** Shows links to the pages before and after, and how far back a search looked that stopped early. */
export function OrderPager({ page, query }: OrderPagerProps) {
  const { next_cursor: next, previous_cursor: previous, stopped_at: stoppedAt } = page;
  const { offset } = query;
  const rest = (page.total?.count ?? 0) - offset - page.orders.length;
  const hrefs = page.is_sorted
    ? {
        previous: offset > 0 ? listHref(query, { offset: Math.max(0, offset - PAGE_SIZE) }) : null,
        next: rest > 0 ? listHref(query, { offset: offset + PAGE_SIZE }) : null,
      }
    : {
        previous: previous && listHref(query, { sort: null, cursor: previous, isBackwards: true }),
        next: next && listHref(query, { sort: null, cursor: next }),
      };
  if (!hrefs.next && !hrefs.previous) return null;
  const link = buttonStyle({ variant: "secondary", size: "sm" });
  return (
    <>
      {stoppedAt && !page.is_sorted && page.orders.length > 0 ? (
        <Alert tone="info">
          Searched back to <Time at={stoppedAt} />. Add a search term, or continue on the next page.
        </Alert>
      ) : null}
      <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-2">
          {hrefs.previous ? (
            <a className={link} rel="prev" href={hrefs.previous}>
              <ChevronLeft className="size-4" aria-hidden="true" />
              Previous
            </a>
          ) : null}
          {hrefs.previous && !page.is_sorted ? (
            <a className={buttonStyle({ variant: "quiet", size: "sm" })} href={listHref(query)}>
              First
            </a>
          ) : null}
        </div>
        {hrefs.next ? (
          <a className={link} rel="next" href={hrefs.next}>
            Next
            <ChevronRight className="size-4" aria-hidden="true" />
          </a>
        ) : null}
      </nav>
    </>
  );
}
