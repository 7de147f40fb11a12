import {
  AskAgain,
  RetryEvent,
  RetryMail,
  SettleException,
} from "@/components/staff/reconcile/reconcile-actions";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/base/paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { reasonWords } from "@/lib/orders/words";
import type { ReconcileItem, Reconciliation } from "@/lib/staff/reconcile/schema";
import { type ListName, oursOf, RECONCILE_LISTS, theirsOf } from "@/lib/staff/reconcile/words";

/** Where asking the payment service about the order may settle it. */
const ASKED: ReadonlySet<ListName> = new Set<ListName>(["paid_there", "open_too_long", "refunds_stuck"]);
/** What was tried and failed, with an answer. */
const TRIED: ReadonlySet<ListName> = new Set<ListName>(["mails_failed", "events_failed"]);

/** Shows where our books and the payment service's differ, list by list, and what to do about each. */
export function ReconcileScreen({ lists }: { lists: Reconciliation }) {
  const isClear = RECONCILE_LISTS.every(({ name }) => lists[name].items.length === 0);
  return (
    <StaffFrame
      title="Reconciliation"
      staffRole={lists.staff_role}
      lead={
        isClear ? "Everything agrees." : "What does not agree between our books and the payment service's."
      }
    >
      {RECONCILE_LISTS.map(({ name, title, action }) => {
        const { items, is_more: isMore } = lists[name];
        return (
          <Card key={name} className="sm:p-6">
            <CardHeader
              title={title}
              description={items.length > 0 ? action : undefined}
              aside={
                <Badge tone={items.length > 0 ? "warning" : "success"}>
                  {items.length === 0 ? "None" : `${items.length}${isMore ? "+" : ""}`}
                </Badge>
              }
            />
            {name === "mails_failed" && items.length > 1 ? (
              <div className="mb-4 text-sm">
                <RetryMail mailId={null} />
              </div>
            ) : null}
            {items.length > 0 ? (
              <ul className="divide-y divide-border">
                {items.map((item) => (
                  <Item key={keyOf(item)} item={item} list={name} />
                ))}
              </ul>
            ) : null}
          </Card>
        );
      })}
    </StaffFrame>
  );
}

function keyOf(item: ReconcileItem): string {
  const { exception_id: exception, mail_id: mail, event_id: event, order_id: order } = item;
  return [exception, mail, event, order].join(":");
}

function Item({ item, list }: { item: ReconcileItem; list: ListName }) {
  const { order_id: orderId, batch_id: batchId, reason, at } = item;
  return (
    <li className="grid gap-3 py-4 text-sm first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_17rem]">
      <div className="min-w-0 space-y-1">
        <p className="font-medium">
          {orderId ? (
            <a className="link" href={paths.adminOrder(orderId)}>
              {displayBatchId({ id: orderId, batch_id: batchId })}
            </a>
          ) : (
            "No order"
          )}
        </p>
        {reason ? <p>{reasonWords(reason)}</p> : null}
        <p className="text-text-muted">
          <Time at={at} show="date-time" />
        </p>
      </div>
      <dl className="min-w-0 space-y-1">
        <div>
          <dt className="inline text-text-muted">Here: </dt>
          <dd className="inline wrap-anywhere">{oursOf(item)}</dd>
        </div>
        <div>
          <dt className="inline text-text-muted">{TRIED.has(list) ? "Answer: " : "There: "}</dt>
          <dd className="inline wrap-anywhere">{theirsOf(item)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-start gap-2 lg:justify-end">
        {orderId && ASKED.has(list) ? <AskAgain orderId={orderId} /> : null}
        {item.exception_id && reason === "amount_mismatch" ? (
          <SettleException exceptionId={item.exception_id} acceptsAmount />
        ) : null}
        {item.exception_id ? <SettleException exceptionId={item.exception_id} /> : null}
        {item.event_id ? <RetryEvent eventId={item.event_id} /> : null}
        {item.mail_id ? <RetryMail mailId={item.mail_id} /> : null}
      </div>
    </li>
  );
}
