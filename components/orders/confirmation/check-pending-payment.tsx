"use client";

import { useHydrated } from "@/components/ui/use-hydrated";
import { confirmationPath } from "@/lib/base/paths";
import { readPendingPayment } from "@/lib/orders/checkout/pending-batch";

/** On a confirmation whose address is not complete: the payment that this browser was last sent to, if it remembers one. */
export function CheckPendingPayment() {
  const isHydrated = useHydrated();
  const payment = isHydrated ? readPendingPayment() : null;
  if (!payment) return null;
  return (
    <p className="rounded-xl bg-surface-sunken px-5 py-4 text-sm">
      Did you just pay for {payment.batchId}?{" "}
      <a className="link" href={confirmationPath(payment)}>
        Check this payment
      </a>
    </p>
  );
}
