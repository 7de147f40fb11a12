import { Check } from "lucide-react";
import { BatchId } from "@/components/orders/batch-id";
import { SettleException } from "@/components/staff/reconcile/settle-exception";
import { Panel, StaffFrame } from "@/components/staff/staff-frame";
import { PostButton } from "@/components/staff/use-post";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { Time } from "@/components/ui/time";
import { cardCount, counted } from "@/lib/base/messages";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { formatShortDate } from "@/lib/base/time";
import { displayBatchId } from "@/lib/orders/batch-id";
import { reasonText } from "@/lib/orders/messages";
import {
  adviceOn,
  buttonsOf,
  isPastLimit,
  type ListName,
  ourValueText,
  RECONCILE_LISTS,
  stripeValueText,
} from "@/lib/staff/reconcile/advice";
import type { MonthBalance, ReconcileItem, Reconciliation } from "@/lib/staff/reconcile/reconciliation";

const TRIED: ReadonlySet<ListName> = new Set<ListName>(["emails_failed", "events_failed"]);

/** Shows where our records, the shelves and Stripe differ, and how to fix it. The lead says whether anything differs. */
export function ReconcileScreen({ lists }: { lists: Reconciliation }) {
  // A truncated list may hide its oldest entries, so it counts as late.
  const isLate = RECONCILE_LISTS.some(({ name }) => {
    const { items, is_more: isMore } = lists[name];
    return items.some((item) => isPastLimit(name, item, lists)) || (isMore && name !== "paid_here");
  });
  const until = lists.asked_until;
  const open = RECONCILE_LISTS.reduce((sum, { name }) => sum + lists[name].items.length, 0);
  const withEntries = RECONCILE_LISTS.filter(({ name }) => lists[name].items.length > 0);
  const passed = RECONCILE_LISTS.filter(({ name }) => lists[name].items.length === 0);
  const passedTitle = `${counted(passed.length, "check")} passed`;
  return (
    <StaffFrame
      title="Reconciliation"
      staffRole={lists.staff_role}
      lead={
        <>
          <strong className="font-semibold text-text">{leadText(isLate, open, lists.balance.differs)}</strong>{" "}
          {until === null ? (
            "Not checked against Stripe yet."
          ) : (
            <>
              Checked against Stripe through <Time at={until} show="local" />.
            </>
          )}
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
            {name === "emails_failed" && items.length > 1 ? (
              <div className="mb-4 text-sm">
                <PostButton path={staffApiPaths.retryMail} body={{ mail_id: null }} done="Emails queued">
                  Resend all emails
                </PostButton>
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
      {passed.length > 0 ? (
        <Panel title={passedTitle}>
          <ul aria-label={passedTitle} className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
            {passed.map(({ none: name }) => (
              <li key={name} className="flex items-center gap-2">
                <Check className="size-4 text-success" aria-hidden="true" />
                {name}
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </StaffFrame>
  );
}

function leadText(isLate: boolean, open: number, cards: number): string {
  if (isLate) return `${counted(open, "difference")} to resolve.`;
  if (open > 0) return `${counted(open, "difference")}, none overdue.`;
  return cards === 0 ? "Everything matches." : `This month's count is off by ${cardCount(Math.abs(cards))}.`;
}

function BalanceCard({ balance }: { balance: MonthBalance }) {
  const { month, paid, refunded, received, awaiting, settled, differs } = balance;
  const facts: [string, string][] = [
    ["Cards paid for", count(paid)],
    ["Received", count(received)],
    ["On the way to us", count(awaiting)],
    ["Refunded", count(refunded)],
    ["Missing (resolved)", count(settled)],
  ];
  if (differs !== 0) facts.push(["Miscounts", count(differs)]);
  return (
    <Panel
      title="This month's cards"
      description={`Paid for since ${formatShortDate(month)}.`}
      aside={
        <Badge tone={differs === 0 ? "success" : "warning"}>
          {differs === 0 ? "Balanced" : "Not balanced"}
        </Badge>
      }
    >
      <div className="max-w-md">
        <FactList facts={facts} />
      </div>
    </Panel>
  );
}

const count = (cards: number) => cards.toLocaleString("en-US");

function keyOf(item: ReconcileItem): string {
  const { exception_id: exception, mail_id: mail, event_id: event, package_id: box, order_id: order } = item;
  return [exception, mail, event, box, order].join(":");
}

function Item({ item, list, isPast }: { item: ReconcileItem; list: ListName; isPast: boolean }) {
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
        {reason ? <p>{reasonText(reason)}</p> : null}
        <p className="text-text-muted">
          <Time at={at} show="local" />
          {isPast ? ", overdue" : ""}
        </p>
      </div>
      <dl className="min-w-0 space-y-1">
        <div>
          <dt className="inline text-text-muted">SlabRelay: </dt>
          <dd className="inline wrap-anywhere">{ourValueText(item)}</dd>
        </div>
        <div>
          <dt className="inline text-text-muted">
            {TRIED.has(list) ? "Error: " : item.package_id ? "Label: " : "Stripe: "}
          </dt>
          <dd className="inline wrap-anywhere">{stripeValueText(item)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-start gap-2 lg:justify-end">
        {orderId && buttons.includes("Check Stripe") ? (
          <PostButton path={staffApiPaths.sync(orderId)} body={{}} done="Stripe checked">
            Check Stripe
          </PostButton>
        ) : null}
        {item.exception_id && canAccept ? (
          <SettleException exceptionId={item.exception_id} acceptsAmount />
        ) : null}
        {item.exception_id ? <SettleException exceptionId={item.exception_id} /> : null}
        {item.event_id ? (
          <PostButton
            path={staffApiPaths.retryEvent}
            body={{ event_id: item.event_id }}
            done="Retrying within a minute"
          >
            Retry event
          </PostButton>
        ) : null}
        {item.mail_id ? (
          <PostButton path={staffApiPaths.retryMail} body={{ mail_id: item.mail_id }} done="Email queued">
            Resend email
          </PostButton>
        ) : null}
      </div>
      {advice ? <p className="lg:col-span-full">{advice}</p> : null}
    </li>
  );
}
