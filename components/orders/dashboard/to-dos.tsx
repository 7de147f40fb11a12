import { BatchLink } from "@/components/orders/dashboard/batch-link";
import { BatchChip } from "@/components/orders/slab-label";
import { buttonStyle } from "@/components/ui/button-link";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/base/paths";
import { adjustmentTitle, areMissingCardsAwaited, questionText } from "@/lib/orders/adjustment";
import { batchName, displayBatchId } from "@/lib/orders/batch-id";
import { type DashboardSummary, shipText } from "@/lib/orders/dashboard";
import type { Order } from "@/lib/orders/order";
import { MISSING_CARDS_LABEL_TEXT, missingCardsLabelPath } from "@/lib/orders/print/print";
import { backBy } from "@/lib/orders/promise";
import type { Adjustment } from "@/lib/orders/schema";

/** Maximum number of batches above the table that need the customer, and of late batches. */
const SHOWN = 3;

type ToDosProps = { answer: DashboardSummary; orders: Order[]; asked: Adjustment[]; now: number };

type ToDo = {
  key: string;
  order: Order;
  title: React.ReactNode;
  isLate?: boolean;
  action: string;
  href?: string;
};

/** Shows what needs the customer, most urgent first, then the late batches, longest overdue first. */
export function ToDos({ answer: { headline, toShip, late }, orders, asked, now }: ToDosProps) {
  const needed: ToDo[] = [
    ...asked.flatMap((question) => {
      const order = orders.find(({ id }) => id === question.order_id);
      return order ? [questionToDo(question, order, now)] : [];
    }),
    ...toShip.map((order) => ({
      key: order.id,
      order,
      // Don't repeat the headline.
      title: shipText(order) === headline ? null : shipText(order),
      action: "Print box label",
      href: paths.label(order.id),
    })),
  ].slice(0, SHOWN);
  const shown = [...needed, ...late.slice(0, SHOWN).map((order) => lateToDo(order, now))];
  if (shown.length === 0) return null;
  return (
    <ul className="to-dos" aria-label="To do">
      {shown.map(({ key, order, title, isLate, action, href }, place) => {
        const code = displayBatchId(order);
        const look = isLate ? "link" : buttonStyle({ variant: place > 0 ? "secondary" : "primary" });
        return (
          <li key={key} data-late={isLate || undefined}>
            <div>
              {title ? <p>{title}</p> : null}
              <BatchLink batchId={code} look="">
                <BatchChip name={batchName(order, now)} code={code} />
              </BatchLink>
            </div>
            {href ? (
              <a className={look} href={href}>
                {action}
              </a>
            ) : (
              <BatchLink batchId={code} look={look}>
                {action}
              </BatchLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function questionToDo(question: Adjustment, order: Order, now: number): ToDo {
  const title = (
    <>
      {adjustmentTitle(question)}. {questionText(question, now)} by{" "}
      <Time at={question.deadline_at} show="local-date" />
    </>
  );
  const isRest = areMissingCardsAwaited(question, now);
  const way = isRest
    ? { action: MISSING_CARDS_LABEL_TEXT, href: missingCardsLabelPath(order.id, null) }
    : { action: "Answer question" };
  return { key: question.id, order, title, ...way };
}

function lateToDo(order: Order, now: number): ToDo {
  const by = backBy(order, now)?.text ?? "";
  const title = by.startsWith("Was") ? `Running late. ${by}` : `Running late. New estimate: ${by}`;
  return { key: order.id, order, title, isLate: true, action: "See why" };
}
