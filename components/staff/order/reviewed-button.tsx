"use client";

import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { StaffOrder } from "@/lib/staff/staff-order";

/** Marks the payment of an order as reviewed, which can be undone. */
export function ReviewedButton({ order }: { order: Pick<StaffOrder, "id" | "version"> }) {
  const { post, isBusy, failure } = usePost();
  const save = () => {
    const body = { version: order.version, changes: { is_reviewed: true } };
    return post(staffApiPaths.order(order.id), body, { done: "Order updated successfully" });
  };
  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={save}>
        Mark reviewed
      </Button>
      <Failure>{failure}</Failure>
    </>
  );
}
