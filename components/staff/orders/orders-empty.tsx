import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { isNarrowed, type ListQuery, listQueryString } from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";

/** Shows why the list has no rows and what to do next. A search within a view can be repeated in all orders. */
export function OrdersEmpty({ page, query }: { page: OrderPage; query: ListQuery }) {
  const everywhere = listQueryString({ search: query.search });
  const isWithin =
    query.search !== "" && listQueryString({ ...query, cursor: null, sort: null }) !== everywhere;
  return (
    <Card className="space-y-4 text-center">
      <h2 className="text-lg font-semibold">{titleOf(page, query)}</h2>
      <p className="mx-auto max-w-prose text-text-muted wrap-anywhere">
        {page.stopped_at ? (
          <>
            We searched back to <Time at={page.stopped_at} />. Continue on the next page, or add a search
            term.
          </>
        ) : query.search ? (
          <>
            No match for “{query.search}”{isWithin ? " in this view" : null}. Try part of a batch ID, email,
            name, phone, tracking or submission number.
          </>
        ) : isNarrowed(query) ? (
          "No orders match these filters."
        ) : (
          "Orders appear here when customers start checkout."
        )}
      </p>
      {isNarrowed(query) ? (
        <div className="flex flex-wrap justify-center gap-3">
          {isWithin ? (
            <ButtonLink href={`${staffPaths.orders}${everywhere}`}>Search all orders</ButtonLink>
          ) : null}
          <ButtonLink href={staffPaths.orders} variant="secondary">
            Show all orders
          </ButtonLink>
        </div>
      ) : null}
    </Card>
  );
}

function titleOf(page: OrderPage, query: ListQuery): string {
  if (page.stopped_at) return "No match yet";
  return isNarrowed(query) || query.cursor ? "No orders found" : "No orders yet";
}
