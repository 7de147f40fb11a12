import { ChevronLeft, ChevronRight } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { buttonStyle } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { counted } from "@/lib/base/words";
import { countWords } from "@/lib/staff/labels";
import { type ListQuery, listHref } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";

type OrderPagerProps = { page: OrderPage; query: ListQuery };

/** Shows which orders of how many are on this page of the list; shows nothing on an empty one. */
export function OrderRange({ page: { orders, total }, query }: OrderPagerProps) {
  const [first, last] = [orders[0], orders.at(-1)];
  if (!first || !last) return null;
  const isAll = total && !total.is_more && total.count <= orders.length;
  return (
    <p className="text-sm text-text-muted tabular-nums">
      <span className="font-medium text-text">
        {isAll || !total
          ? counted(orders.length, "order")
          : `${orders.length} of ${countWords(total)} orders`}
      </span>
      {query.cursor ? (
        <>
          , submitted <Time at={last.submitted_at} /> to <Time at={first.submitted_at} />
        </>
      ) : null}
    </p>
  );
}

/** Shows the ways to the newer and the older orders, and how far back a search has looked that stopped early. */
export function OrderPager({ page, query }: OrderPagerProps) {
  const { next_cursor: next, previous_cursor: previous, stopped_at: stoppedAt } = page;
  if (!next && !previous) return null;
  const link = buttonStyle({ variant: "secondary", size: "sm" });
  return (
    <>
      {stoppedAt ? (
        <Alert tone="info">
          This search is for something common: it looked back to <Time at={stoppedAt} /> so far. Add a word,
          or go on with {query.isBackwards ? "Newer" : "Older"}.
        </Alert>
      ) : null}
      <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-2">
          {previous ? (
            <>
              <a className={link} rel="prev" href={listHref(query, { cursor: previous, isBackwards: true })}>
                <ChevronLeft className="size-4" aria-hidden="true" />
                Newer
              </a>
              <a className={buttonStyle({ variant: "quiet", size: "sm" })} href={listHref(query)}>
                Newest
              </a>
            </>
          ) : null}
        </div>
        {next ? (
          <a className={link} rel="next" href={listHref(query, { cursor: next, isBackwards: false })}>
            Older
            <ChevronRight className="size-4" aria-hidden="true" />
          </a>
        ) : null}
      </nav>
    </>
  );
}
