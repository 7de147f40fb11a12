"use client";

import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { StaffOrder } from "@/lib/staff/staff-order";

type ReviewedButtonProps = {
  order: Pick<StaffOrder, "id" | "version">;
  /** What was looked at: its money, or the damage that its package came with. */
  of: "is_reviewed" | "is_damage_seen";
};

/** Takes a mark off an order that was to be looked at; that stands on its timeline and can be taken back. */
export function ReviewedButton({ order, of }: ReviewedButtonProps) {
  const { post, isBusy, failure } = usePost();
  const save = () => {
    const body = { version: order.version, changes: { [of]: true } };
    return post(staffApiPaths.order(order.id), body, { done: "Order updated successfully" });
  };
  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={save}>
        Reviewed
      </Button>
      <Failure>{failure}</Failure>
    </>
  );
}
