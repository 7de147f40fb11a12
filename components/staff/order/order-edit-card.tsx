"use client";

import { useRouter } from "next/navigation";
import { OrderEditForm } from "@/components/staff/order/order-edit-form";
import { Card, CardHeader } from "@/components/ui/card";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** The order's edit form on its own page, which shows each save at once. */
export function OrderEditCard({ order }: { order: StaffOrder }) {
  const router = useRouter();
  return (
    <Card className="sm:p-6">
      <CardHeader title="Edit" />
      <OrderEditForm order={order} onSaved={() => router.refresh()} />
    </Card>
  );
}
