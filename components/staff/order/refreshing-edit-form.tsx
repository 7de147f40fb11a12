"use client";

import { useRouter } from "next/navigation";
import { OrderEditForm } from "@/components/staff/order/order-edit-form";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** The edit form over the list: a save shows in the rows behind it, too. */
export function RefreshingEditForm({ order }: { order: StaffOrder }) {
  const router = useRouter();
  return <OrderEditForm order={order} onSaved={() => router.refresh()} />;
}
