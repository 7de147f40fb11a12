import { ExportButton } from "@/components/staff/orders/export-button";
import { OrderFilters, OrderTiles } from "@/components/staff/orders/order-filters";
import { OrderPager, OrderRange } from "@/components/staff/orders/order-pager";
import { OrderSelection } from "@/components/staff/orders/order-selection";
import { OrdersEmpty } from "@/components/staff/orders/orders-empty";
import { OrdersTable } from "@/components/staff/orders/orders-table";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import {
  exportHref,
  type ListQuery,
  listHref,
  listQueryString,
  MAX_SORTED,
  selectionHref,
} from "@/lib/staff/orders/list-query";
import type { OrderPage } from "@/lib/staff/orders/order-page";

/** Shows all orders: the work that waits, search and filters, and the rows of one page, which can be changed together. */
export function OrdersScreen({ page, query }: { page: OrderPage; query: ListQuery }) {
  const { orders } = page;
  const place = listQueryString(query);
  return (
    <StaffFrame
      title="Orders"
      staffRole={page.staff_role}
      aside={<ExportButton key={place} href={exportHref(query)} total={page.total} noun="order" />}
    >
      <OrderTiles query={query} views={page.views} />
      <OrderFilters key={`filters ${place}`} query={query} views={page.views} />
      {page.is_sorted === false ? (
        <Alert tone="info">
          Lists of more than {MAX_SORTED.toLocaleString("en-US")} orders can't be sorted. Add a filter or a
          search first.
        </Alert>
      ) : null}
      <OrderSelection
        list={listHref(query, { sort: null })}
        matchesHref={selectionHref(query)}
        total={page.total}
        range={<OrderRange page={page} query={query} />}
        isEmpty={orders.length === 0}
      >
        {orders.length > 0 ? (
          <OrdersTable key={`rows ${place}`} orders={orders} query={query} />
        ) : (
          <OrdersEmpty page={page} query={query} />
        )}
      </OrderSelection>
      <OrderPager page={page} query={query} />
    </StaffFrame>
  );
}
