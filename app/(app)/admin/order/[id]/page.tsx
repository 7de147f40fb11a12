import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OrderScreen } from "@/components/staff/order/order-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { staffPaths } from "@/lib/base/staff-paths";
import { isUuid } from "@/lib/base/uuid";
import { loadForStaff } from "@/lib/staff/loaders";
import { getOrder } from "@/lib/staff/order/data";

export const metadata: Metadata = { title: "Order" };

/** Serves the staff's page of one order; an id that names none is a 404. */
export default async function AdminOrderPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const loaded = await loadForStaff(staffPaths.order(id), async (token) =>
    isUuid(id) ? getOrder(token, id) : null,
  );
  if (!loaded) return <StaffFailed title="Order" message="Failed to fetch order" />;
  if (!loaded.data) notFound();
  return <OrderScreen page={loaded.data} />;
}
