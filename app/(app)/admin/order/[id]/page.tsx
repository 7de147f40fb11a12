import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OrderScreen } from "@/components/staff/order/order-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { one, type Query } from "@/lib/base/query";
import { displayBatchId } from "@/lib/orders/batch-id";
import { loadTabsRole } from "@/lib/staff/loaders";
import { readListOf } from "@/lib/staff/orders/list-query";
import { loadOrder } from "@/lib/staff/orders/loaders";

type OrderPageProps = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

/** Titles the page with its batch: staff have many of these pages open side by side. */
export async function generateMetadata({ params, searchParams }: OrderPageProps): Promise<Metadata> {
  const loaded = await loadOrder((await params).id, one((await searchParams).list));
  return { title: loaded?.data ? `${displayBatchId(loaded.data.order)} · Orders` : "Order" };
}

/**
 * Serves the staff's page of one order, with the ways to those beside it in the list that the address names (`?list=`); an
 * id that names none is a 404.
 */
export default async function AdminOrderPage({ params, searchParams }: OrderPageProps) {
  const listText = one((await searchParams).list);
  const loaded = await loadOrder((await params).id, listText);
  if (!loaded)
    return <StaffFailed staffRole={await loadTabsRole()} title="Order" message="Failed to fetch order" />;
  if (!loaded.data) notFound();
  return <OrderScreen page={loaded.data} list={readListOf(listText)} />;
}
