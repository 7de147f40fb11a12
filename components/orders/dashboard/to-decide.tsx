import { batchIdLook } from "@/components/orders/batch-id";
import { BatchLink } from "@/components/orders/dashboard/batch-link";
import { ToDo } from "@/components/orders/dashboard/to-do";
import { Time } from "@/components/ui/time";
import { paths, withQuery } from "@/lib/base/paths";
import { adjustmentTitle, askWords, isRestAwaited } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { Order } from "@/lib/orders/order";
import { REST_LABEL_NAME, restLabelPath } from "@/lib/orders/print/print";
import type { Adjustment } from "@/lib/orders/schema";

/** So many are told at length; who has more finds the others in their rows. */
const TOLD = 3;

type ToDecideProps = {
  orders: Order[];
  /** What can be decided about `orders` at the moment `now`. */
  asked: Adjustment[];
  /** In milliseconds since 1970. */
  now: number;
  /** Below stand some of the submissions alone. */
  isPart: boolean;
};

/** A question to the customer: what it is about, what they are to do until when, and where. */
type Question = {
  id: string;
  name: string;
  title: string;
  words: string;
  until: string;
  /** Where it is printed for; null: it is answered in the batch's drawer. */
  label: string | null;
};

/** Shows first of all what waits for the customer's answer: what it is about, until when, and where it is given. */
export function ToDecide({ orders, asked, now, isPart }: ToDecideProps) {
  const names = new Map(orders.map((order) => [order.id, displayBatchId(order)]));
  const questions = proposalQuestions(asked, names, now).sort(
    (one, other) => Date.parse(one.until) - Date.parse(other.until),
  );
  const more = questions.length - TOLD;
  return (
    <>
      {questions.slice(0, TOLD).map(({ id, name, title, words, until, label }, place) => {
        const way = label
          ? { action: REST_LABEL_NAME, to: { href: label } }
          : { action: "Decide", to: { batchId: name } };
        return (
          <ToDo key={id} {...way} isSecond={place > 0}>
            {`${title}: `}
            <BatchLink batchId={name} look={`link ${batchIdLook(name)}`} />
            {`. ${words} by `}
            <Time at={until} show="date-time" />
          </ToDo>
        );
      })}
      {more > 0 ? (
        <p>
          {`${more} more ${more === 1 ? "waits" : "wait"} for you. `}
          {isPart ? (
            <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
              See all submissions
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

function proposalQuestions(asked: Adjustment[], names: Map<string, string>, now: number): Question[] {
  return asked.map((proposal) => ({
    id: proposal.id,
    name: names.get(proposal.order_id) ?? "",
    title: adjustmentTitle(proposal),
    words: askWords(proposal, now),
    until: proposal.deadline_at,
    label: isRestAwaited(proposal, now) ? restLabelPath(proposal.order_id, null) : null,
  }));
}
