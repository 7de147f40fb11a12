import { ButtonLink } from "@/components/ui/button-link";
import { staffPaths } from "@/lib/base/staff-paths";
import { nextStep } from "@/lib/staff/orders/order-blockers";
import type { StaffOrder } from "@/lib/staff/staff-order";

type NextForUsProps = {
  order: StaffOrder;
  /** It stands on the order's own page, and what is done there needs no way there. */
  isOnPage?: boolean;
};

/** Shows what we do next about an order, as the way to where it is done. */
export function NextForUs({ order, isOnPage = false }: NextForUsProps) {
  const step = nextStep(order);
  if (!step) return "Nothing to do";
  if (isOnPage && step.href === staffPaths.order(order.id)) return step.words;
  return (
    <ButtonLink href={step.href} size="sm">
      {step.words}
    </ButtonLink>
  );
}
