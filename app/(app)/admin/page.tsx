import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { OrderDrawer } from "@/components/staff/orders/order-drawer";
import { OrderSummary } from "@/components/staff/orders/order-summary";
import { OrdersScreen } from "@/components/staff/orders/orders-screen";
import type { Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { isUuid } from "@/lib/base/uuid";
import { loadForStaff } from "@/lib/staff/loaders";
import { getOrder, listOrders } from "@/lib/staff/orders/data";
import { orderHref, readListQuery, readOpenOrder } from "@/lib/staff/orders/list-query";
import { orderState } from "@/lib/staff/orders/order-blockers";

export const metadata: Metadata = { title: "Orders" };

export default async function AdminPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const list = readListQuery(query);
  const openId = readOpenOrder(query.order);
  const loaded = await loadForStaff(orderHref(list, openId), (accessToken) =>
    Promise.all([
      listOrders(accessToken, list),
      openId && isUuid(openId) ? getOrder(accessToken, openId) : null,
    ]),
  );
  if (!loaded) return staffFailure("Orders", "Failed to fetch orders");
  const [page, open] = loaded.data;
  return (
    <>
      <OrdersScreen page={page} query={list} />
      {openId ? (
        <OrderDrawer
          key={openId}
          orderId={openId}
          title={open ? orderState(open.order).heading : "Order not found"}
          wholeHref={open ? staffPaths.order(openId) : undefined}
          closeHref={orderHref(list, null)}
        >
          <OrderSummary page={open} />
        </OrderDrawer>
      ) : null}
    </>
  );
}
