import { AgreedTerms } from "@/components/layout/agreed-terms";
import { cancellationPolicy } from "@/lib/base/cancellation-policy";

/** Says below the pay button what canceling gives back and where the payment is made, and what is agreed to. */
export function PayNotes() {
  return (
    <div className="space-y-2">
      <p className="text-sm text-text-muted">
        {cancellationPolicy.join(" ")} You pay on Stripe’s own page: we never see your payment card.
      </p>
      <AgreedTerms act="paying" />
    </div>
  );
}
