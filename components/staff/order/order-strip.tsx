import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { formatCents, formatDollars } from "@/lib/base/money";
import { withQuery } from "@/lib/base/paths";
import { phoneHref } from "@/lib/base/phone";
import { plans } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { cardCount } from "@/lib/base/words";
import { paymentLabel } from "@/lib/staff/labels";
import { nextStep } from "@/lib/staff/orders/order-blockers";
import type { StaffOrder } from "@/lib/staff/staff-order";
import { namelessWords } from "@/lib/staff/words";

type OrderStripProps = {
  order: StaffOrder;
  /** Address of the account, where the order has none. */
  email: string | null;
  /** As its owner wrote it in the profile. */
  phone: string | null;
};

/** Shows first what staff open an order for: whose it is, what, whether it is paid, and what comes next. */
export function OrderStrip({ order, email, phone }: OrderStripProps) {
  const call = phone ? phoneHref(phone) : null;
  const refunded = order.refunded_cents > 0 ? `, ${formatCents(order.refunded_cents)} refunded` : "";
  const address = order.email ?? email;
  const letter = address ? (
    // In such an address some signs begin a subject or a copy.
    <a className="link inline-block py-1" href={`mailto:${encodeURIComponent(address).replace("%40", "@")}`}>
      {address}
    </a>
  ) : null;
  return (
    <Card className="p-4 sm:p-6">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Customer">
          {order.customer_name ?? letter ?? namelessWords(order)}
          {order.customer_name && letter ? <span className="block text-sm">{letter}</span> : null}
          {phone ? (
            <span className="block text-sm">
              {call ? (
                <a className="link inline-block py-1" href={call}>
                  {phone}
                </a>
              ) : (
                phone
              )}
            </span>
          ) : null}
          {order.user_id ? (
            <a
              className="link block py-1 text-sm"
              href={withQuery(staffPaths.userProfile, { user_id: order.user_id })}
            >
              Profile and orders
            </a>
          ) : order.customer_name || letter ? (
            <span className="block text-sm font-normal text-text-muted">Guest</span>
          ) : null}
        </Fact>
        <Fact name="What">
          {cardCount(order.num_cards)}
          <span className="block text-sm font-normal text-text-muted">{plans[order.plan_type].label}</span>
        </Fact>
        <Fact name="Payment">
          {paymentLabel(order.payment_status).label}
          <span className="block text-sm font-normal text-text-muted">
            {formatDollars(order.total_paid ?? order.grading_fee)}
            {refunded}
          </span>
        </Fact>
        <Fact name="Next for us">
          <NextForUs order={order} isOnPage />
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

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
