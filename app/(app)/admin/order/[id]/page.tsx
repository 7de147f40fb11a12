import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { OrderScreen } from "@/components/staff/order/order-screen";
import { staffPaths } from "@/lib/base/staff-paths";
import { isUuid } from "@/lib/base/uuid";
import { batchName } from "@/lib/orders/batch-id";
import { loadForStaff } from "@/lib/staff/loaders";
import { getOrder } from "@/lib/staff/orders/data";

type OrderPageProps = { params: Promise<{ id: string }> };

const loadOrder = cache((id: string) =>
  loadForStaff(staffPaths.order(id), async (token) => (isUuid(id) ? getOrder(token, id) : null)),
);

/** Puts the batch in the tab title, since staff keep many orders open. */
export async function generateMetadata({ params }: OrderPageProps): Promise<Metadata> {
  const loaded = await loadOrder((await params).id);
  return { title: loaded?.data ? `${batchName(loaded.data.order)} · Orders` : "Order" };
}

export default async function AdminOrderPage({ params }: OrderPageProps) {
  const loaded = await loadOrder((await params).id);
  if (!loaded) return staffFailure("Order", "We couldn't load this order.");
  if (!loaded.data) notFound();
  return <OrderScreen page={loaded.data} />;
}
