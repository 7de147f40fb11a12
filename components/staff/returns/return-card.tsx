import { BatchId } from "@/components/orders/batch-id";
import { StaffPaymentBadge, WhereaboutsBadge } from "@/components/staff/order-badges";
import { AddressCompare } from "@/components/staff/returns/address-compare";
import { ReturnForm } from "@/components/staff/returns/return-form";
import { SettleAddress } from "@/components/staff/returns/settle-address";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { cardCount } from "@/lib/base/words";
import { addressStanding } from "@/lib/orders/address-question";
import { displayBatchId } from "@/lib/orders/batch-id";
import { checkAddress } from "@/lib/staff/returns/address-check";
import {
  cardsHereWords,
  type ReturnedOrder,
  returnRefusalWords,
  unpaidReturnWords,
} from "@/lib/staff/returns/return-desk";

/**
 * Shows a batch that was scanned to be sent back: whose, how many cards, where to, and the form for the carrier's label; or why
 * it cannot go.
 */
export function ReturnCard({ order }: { order: ReturnedOrder }) {
  const address = checkAddress(order.return_address, order.profile);
  const question = order.address_question;
  const unpaid = unpaidReturnWords(order);
  const facts: [string, React.ReactNode][] = [
    ["Cards", cardCount(order.received_count ?? order.num_cards)],
    ["Customer", order.customer_name ?? order.email ?? "Guest"],
  ];
  if (order.shelf_location) facts.push(["Shelf", order.shelf_location]);
  if (order.tracking_number) facts.push(["Tracking number", order.tracking_number]);
  if (order.notes) facts.push(["Customer's notes", order.notes]);
  return (
    <Card className="sm:p-6">
      <CardHeader
        title={<BatchId name={displayBatchId(order)} href={staffPaths.order(order.id)} />}
        aside={
          <div className="flex flex-wrap gap-2">
            <StaffPaymentBadge status={order.payment_status} />
            <WhereaboutsBadge order={order} />
          </div>
        }
      />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="space-y-5">
          <FactList facts={facts} />
          <AddressCompare
            address={address}
            hasProfile={order.profile?.address_line1 != null}
            standing={
              question ? (
                <>
                  {addressStanding(question)}, {sinceWord(question)}{" "}
                  <Time at={question.decided_at ?? question.until} show="date-time" />.
                </>
              ) : null
            }
          />
        </div>
        <div className="space-y-5">
          {order.refusal ? (
            <Alert tone="danger" isLive title={returnRefusalWords(order.refusal, order.grader_group_id)} />
          ) : (
            <>
              {unpaid ? <Alert tone="warning" title={unpaid} /> : null}
              {order.cards_here !== null && !unpaid ? (
                <Alert tone="warning" isLive title={cardsHereWords(order.cards_here)} />
              ) : null}
              <ReturnForm
                key={order.id}
                order={{ id: order.id, version: order.version, name: displayBatchId(order) }}
                verdict={address.verdict}
              />
            </>
          )}
          {question?.choice === null && order.submission_status === "graded" ? (
            <div className="space-y-3">
              {question.is_open ? null : (
                <p className="border-t border-border pt-5 text-sm">
                  Has the owner said since which address counts? Settle that before you send it.
                </p>
              )}
              <SettleAddress order={order} question={question.id} />
            </div>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

type Question = NonNullable<ReturnedOrder["address_question"]>;

/** Says of the moment beside how a question stands whether it ends it, is that of the answer, or has passed without one. */
function sinceWord({ is_open: isOpen, decided_at: decidedAt }: Question): string {
  if (isOpen) return "until";
  return decidedAt ? "on" : "since";
}
