import { Check } from "lucide-react";
import { BatchId } from "@/components/orders/batch-id";
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
import { FactList } from "@/components/ui/fact-list";
import { Time } from "@/components/ui/time";
import { staffPaths } from "@/lib/base/staff-paths";
import { formatLongDate } from "@/lib/base/time";
import { counted } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import { reasonWords } from "@/lib/orders/words";
import { adviceOn, buttonsOf, isPastLimit } from "@/lib/staff/reconcile/advice";
import type { MonthBalance, ReconcileItem, Reconciliation } from "@/lib/staff/reconcile/schema";
import { type ListName, oursOf, RECONCILE_LISTS, theirsOf } from "@/lib/staff/reconcile/words";

/** What was tried and failed, with an answer. */
const TRIED: ReadonlySet<ListName> = new Set<ListName>(["mails_failed", "events_failed"]);

/** Shows where our books and the payment service's differ, list by list, and what to do about each. */
export function ReconcileScreen({ lists }: { lists: Reconciliation }) {
  // Of a list that is longer than what is shown, those that wait longest may not be here.
  const agrees = RECONCILE_LISTS.every(({ name }) => {
    const { items, is_more: isMore } = lists[name];
    return !items.some((item) => isPastLimit(name, item, lists)) && (!isMore || name === "paid_here");
  });
  const open = RECONCILE_LISTS.reduce((sum, { name }) => sum + lists[name].items.length, 0);
  const withEntries = RECONCILE_LISTS.filter(({ name }) => lists[name].items.length > 0);
  const empty = RECONCILE_LISTS.filter(({ name }) => lists[name].items.length === 0);
  return (
    <StaffFrame
      title="Reconciliation"
      staffRole={lists.staff_role}
      lead={
        <>
          <strong className="font-semibold text-text">{leadWords(agrees, open)}</strong>{" "}
          <Asked until={lists.asked_until} />
        </>
      }
    >
      <BalanceCard balance={lists.balance} />
      {withEntries.map(({ name, title, action }) => {
        const { items, is_more: isMore } = lists[name];
        return (
          <Card key={name} className="sm:p-6">
            <CardHeader
              title={title}
              description={action}
              aside={<Badge tone="warning">{`${items.length}${isMore ? "+" : ""}`}</Badge>}
            />
            {name === "mails_failed" && items.length > 1 ? (
              <div className="mb-4 text-sm">
                <RetryMail mailId={null} />
              </div>
            ) : null}
            <ul className="divide-y divide-border">
              {items.map((item) => (
                <Item key={keyOf(item)} item={item} list={name} isPast={isPastLimit(name, item, lists)} />
              ))}
            </ul>
          </Card>
        );
      })}
      {empty.length > 0 ? <EmptyLists titles={empty.map(({ title }) => title)} /> : null}
    </StaffFrame>
  );
}

function leadWords(agrees: boolean, open: number): string {
  if (!agrees) return "What does not agree between our books, the shelves and the payment service's.";
  if (open === 0) return "Everything agrees.";
  return `Everything agrees but for ${counted(open, "difference")}, none past its limit.`;
}

/** Says up to when the payment service was asked what it has. */
function Asked({ until }: { until: Reconciliation["asked_until"] }) {
  if (until === null) return "Stripe was not asked yet.";
  return (
    <>
      Stripe was asked up to <Time at={until} show="date-time" />.
    </>
  );
}

/** Names the lists that have no entry, on one card: what was looked at and is as it should be. */
function EmptyLists({ titles }: { titles: string[] }) {
  const title = `${counted(titles.length, "check")} without a difference`;
  return (
    <Card className="sm:p-6">
      <CardHeader title={title} />
      <ul aria-label={title} className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
        {titles.map((name) => (
          <li key={name} className="flex items-center gap-2">
            <Check className="size-4 text-success" aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Shows where the cards are that were paid for this month. */
function BalanceCard({
  balance: { month, paid, refunded, received, awaiting, settled, differs },
}: {
  balance: MonthBalance;
}) {
  const facts: [string, string][] = [
    ["Cards paid for", count(paid)],
    ["Received", count(received)],
    ["Awaited", count(awaiting)],
    ["Refunded", count(refunded)],
    ["Missing, settled", count(settled)],
    ["Counted otherwise", differs === 0 ? "None" : count(differs)],
  ];
  return (
    <Card className="sm:p-6">
      <CardHeader
        title="This month's cards"
        description={`Paid for since ${formatLongDate(month)}: received, awaited, refunded and settled make up the same number.`}
        aside={
          <Badge tone={differs === 0 ? "success" : "warning"}>
            {differs === 0 ? "Balanced" : "Not balanced"}
          </Badge>
        }
      />
      <div className="max-w-md">
        <FactList facts={facts} />
      </div>
    </Card>
  );
}

const count = (cards: number) => cards.toLocaleString("en-US");

function keyOf(item: ReconcileItem): string {
  const { exception_id: exception, mail_id: mail, event_id: event, package_id: box, order_id: order } = item;
  return [exception, mail, event, box, order].join(":");
}

type ItemProps = {
  item: ReconcileItem;
  list: ListName;
  isPast: boolean;
};

function Item({ item, list, isPast }: ItemProps) {
  const { order_id: orderId, batch_id: batchId, reason, at } = item;
  const advice = adviceOn(list, item);
  const buttons = buttonsOf(list, item);
  const canAccept = buttons.includes("Accept amount…");
  return (
    <li className="grid gap-3 py-4 text-sm first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_17rem]">
      <div className="min-w-0 space-y-1">
        <p className="font-medium">
          {orderId ? (
            <BatchId
              name={displayBatchId({ id: orderId, batch_id: batchId })}
              href={staffPaths.order(orderId)}
            />
          ) : item.package_id ? (
            <a className="link" href={staffPaths.receive}>
              Receiving desk
            </a>
          ) : (
            "No order"
          )}
        </p>
        {reason ? <p>{reasonWords(reason)}</p> : null}
        <p className="text-text-muted">
          <Time at={at} show="date-time" />
          {isPast ? "" : ", within its limit"}
        </p>
      </div>
      <dl className="min-w-0 space-y-1">
        <div>
          <dt className="inline text-text-muted">Here: </dt>
          <dd className="inline wrap-anywhere">{oursOf(item)}</dd>
        </div>
        <div>
          <dt className="inline text-text-muted">
            {TRIED.has(list) ? "Answer: " : item.package_id ? "On it: " : "There: "}
          </dt>
          <dd className="inline wrap-anywhere">{theirsOf(item)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-start gap-2 lg:justify-end">
        {orderId && buttons.includes("Ask again") ? <AskAgain orderId={orderId} /> : null}
        {item.exception_id && canAccept ? (
          <SettleException exceptionId={item.exception_id} acceptsAmount />
        ) : null}
        {item.exception_id ? <SettleException exceptionId={item.exception_id} /> : null}
        {item.event_id ? <RetryEvent eventId={item.event_id} /> : null}
        {item.mail_id ? <RetryMail mailId={item.mail_id} /> : null}
      </div>
      {advice ? <p className="lg:col-span-full">{advice}</p> : null}
    </li>
  );
}
