"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { SubmissionBadge } from "@/components/orders/status-badge";
import { UndoButton } from "@/components/staff/acts/undo-button";
import { addressLines } from "@/components/staff/address-card";
import { type CheckedIn, CheckInForm } from "@/components/staff/desk/check-in-form";
import { StaffPaymentBadge } from "@/components/staff/order-badges";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { Time } from "@/components/ui/time";
import { apiPaths } from "@/lib/base/api-paths";
import { formatCents } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { ReceivingDesk } from "@/lib/staff/desk/receiving-desk";
import { paymentLabel } from "@/lib/staff/labels";

type ReceivedOrderProps = {
  order: ReceivingDesk["orders"][number];
  matching: ReceivingDesk["packages"][number] | null;
};

/**
 * Shows the batch that a code names: whose, how many cards, paid or not, and what can be done with its package now:
 * mark it as arrived, count it, count it again, or (with `matching`) match it.
 */
export function ReceivedOrder({ order, matching }: ReceivedOrderProps) {
  const [isRecount, setIsRecount] = useState(false);
  const [checkedIn, setCheckedIn] = useState<CheckedIn | null>(null);
  const { post, isBusy, failure } = usePost();
  const router = useRouter();
  const name = displayBatchId(order);
  const facts: [string, React.ReactNode][] = [
    ["Cards paid for", order.num_cards.toLocaleString("en-US")],
    ["Customer", order.customer_name ?? order.email ?? "Guest"],
    ["Return address", addressLines(order.return_address).join(", ") || "Not given"],
  ];
  if (order.refunded_cents > 0) facts.push(["Refunded", formatCents(order.refunded_cents)]);
  if (order.notes) facts.push(["Customer's notes", order.notes]);
  if (order.arrived_at)
    facts.push(["Arrived", <Time key="arrived" at={order.arrived_at} show="date-time" />]);

  async function match() {
    const body = { package_id: matching?.id, order_id: order.id };
    const { ok } = await post(apiPaths.adminMatchPackage, body, { done: "Package matched" });
    if (ok) router.push(`${paths.adminReceive}?code=${encodeURIComponent(name)}`);
  }

  return (
    <Card className="sm:p-6">
      <CardHeader
        title={
          <a className="link" href={paths.adminOrder(order.id)}>
            {name}
          </a>
        }
        aside={
          <div className="flex flex-wrap gap-2">
            <StaffPaymentBadge status={order.payment_status} />
            <SubmissionBadge status={order.submission_status} />
          </div>
        }
      />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <FactList facts={facts} />
        <div className="space-y-5">
          {order.payment_status === "paid" ? null : (
            <Alert
              tone="danger"
              title={`This batch is not paid: ${paymentLabel(order.payment_status).label.toLowerCase()}`}
            >
              Put the package aside and write to the customer before it is opened.
            </Alert>
          )}
          {isDisputed(order.dispute_status) ? (
            <Alert tone="danger" title="The payment of this batch is disputed">
              Put the package aside and ask before it is opened.
            </Alert>
          ) : null}
          {failure ? (
            <Alert tone="danger" isLive>
              {failure}
            </Alert>
          ) : null}
          {matching ? (
            <Button isBusy={isBusy} onClick={match} autoFocus>
              This Package Is {name}
            </Button>
          ) : checkedIn ? (
            <Result order={order} result={checkedIn} onUndone={() => setCheckedIn(null)} />
          ) : order.received_at && order.received_count !== null && !isRecount ? (
            <>
              <Alert tone="warning" isLive title="This batch was received before">
                {order.received_count} of {order.num_cards} cards were counted on{" "}
                <Time at={order.received_at} show="date-time" /> by {order.received_by ?? "somebody"}.
              </Alert>
              <Button variant="secondary" onClick={() => setIsRecount(true)}>
                Count Again
              </Button>
            </>
          ) : (
            <>
              {order.arrived_at ? null : (
                <Button
                  variant="secondary"
                  isBusy={isBusy}
                  onClick={() => post(apiPaths.adminArrival(order.id), {}, { done: "Marked as arrived" })}
                >
                  Mark as Arrived, Count Later
                </Button>
              )}
              <CheckInForm
                key={order.version}
                order={order}
                isRecount={isRecount}
                onCheckedIn={setCheckedIn}
              />
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

/** Tells whether a payment is disputed, or was and is lost, by the payment service's word for it. */
const isDisputed = (status: string | null) =>
  status !== null && status !== "won" && status !== "warning_closed";

type ResultProps = { order: ReceivedOrderProps["order"]; result: CheckedIn; onUndone: () => void };

function Result({ order, result, onUndone }: ResultProps) {
  return (
    <>
      <Alert
        tone={result.isMismatch ? "warning" : "success"}
        isLive
        title={
          result.isMismatch
            ? `Counted ${result.count} of ${order.num_cards}: the difference is on the order`
            : `Counted ${result.count} of ${order.num_cards}`
        }
      >
        {order.payment_status === "paid"
          ? "The customer sees it on the batch's timeline, and gets it by e-mail in ten minutes."
          : "The customer sees it on the batch's timeline; a batch that is not paid gets no e-mail."}
      </Alert>
      <div className="flex flex-wrap items-center gap-4">
        <form method="get" action={paths.adminReceive}>
          <Button type="submit" autoFocus>
            Next Package
          </Button>
        </form>
        <UndoButton
          actId={result.actId}
          orderId={order.id}
          what={`the check-in of ${displayBatchId(order)}`}
          onUndone={onUndone}
        />
      </div>
    </>
  );
}
