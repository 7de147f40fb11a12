import { CircleCheck } from "lucide-react";
import { ClearPendingBatch } from "@/components/orders/clear-pending-batch";
import { OrderPrintLinks } from "@/components/orders/order-print-links";
import { ShippingInstructions } from "@/components/orders/shipping-instructions";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { plans } from "@/lib/membership/plans";
import { formatCents, toCents } from "@/lib/money";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { ConfirmedOrder } from "@/lib/orders/confirmation";
import { paths } from "@/lib/paths";

type ConfirmedSubmissionProps = { order: ConfirmedOrder; isSignedIn: boolean; trackPath: string | null };

/** A paid batch: what was bought, where to send it, what happens next. */
export function ConfirmedSubmission({ order, isSignedIn, trackPath }: ConfirmedSubmissionProps) {
  const batchId = displayBatchId({ id: order.order_id, batch_id: order.batch_id });
  const total = formatCents(toCents(order.total_paid));
  const email = order.user_email ?? order.guest_email;
  const facts: [string, string][] = [
    ["Batch ID", batchId],
    ["Order type", plans[order.plan_type].label],
    ["Cards", order.num_cards.toLocaleString("en-US")],
    ["Rate per card", formatCents(order.rate_cents)],
    ["Total paid", total],
    ...(email ? ([["Confirmation sent to", email]] as [string, string][]) : []),
    ...(order.notes ? ([["Notes", order.notes]] as [string, string][]) : []),
  ];
  return (
    <main id="main" className="mx-auto w-full max-w-2xl space-y-6 px-4 py-12 sm:px-6">
      <ClearPendingBatch batchId={batchId} />
      <header className="space-y-3 text-center">
        <CircleCheck className="mx-auto size-10 text-success" aria-hidden="true" />
        <h1 className="text-3xl font-semibold">Payment received</h1>
        <p className="text-text-muted">Your batch is booked. Now send us your cards.</p>
      </header>
      <Card>
        <CardHeader title="Order details" aside={<Badge tone="success">Paid</Badge>} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-text-muted">{label}</dt>
              <dd className="font-medium wrap-anywhere whitespace-pre-line tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {order.receipt_url ? (
          <p className="mt-5">
            <a
              className="font-medium text-accent-text underline"
              href={order.receipt_url}
              rel="noreferrer"
              target="_blank"
            >
              View receipt
            </a>
          </p>
        ) : null}
      </Card>
      <Card>
        <CardHeader title="Ship your cards" />
        <ShippingInstructions batchId={batchId} email={order.isMasked ? null : email} total={total} />
        {order.isMasked ? null : (
          <div className="mt-6">
            <OrderPrintLinks orderId={order.order_id} trackPath={trackPath} />
          </div>
        )}
      </Card>
      <Card>
        <CardHeader title="What happens next" />
        <ol className="list-decimal space-y-2 pl-5 text-text-muted marker:font-medium">
          <li>We count your cards when the package arrives and check them in.</li>
          <li>Your graded cards are back in about 2-3 weeks, counted from check-in.</li>
          <li>They travel back to the return address of this order.</li>
        </ol>
      </Card>
      {isSignedIn ? (
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href={paths.dashboard}>Go to Dashboard</ButtonLink>
          <ButtonLink variant="secondary" href={paths.submit}>
            Submit More Cards
          </ButtonLink>
        </div>
      ) : (
        <>
          <Card className="text-center">
            <h2 className="text-lg font-semibold">Follow this batch online</h2>
            <p className="mt-1 mb-4 text-text-muted">
              Create an account with the same e-mail address and this order appears on your dashboard.
            </p>
            <ButtonLink href={paths.signup}>Create Account</ButtonLink>
          </Card>
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink variant="secondary" href={paths.home}>
              Back to Home
            </ButtonLink>
            <ButtonLink variant="secondary" href={paths.submitPayg}>
              Submit More Cards
            </ButtonLink>
          </div>
        </>
      )}
    </main>
  );
}
