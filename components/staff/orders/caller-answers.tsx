import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { AnswerLink } from "@/components/staff/orders/answer-link";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { counted } from "@/lib/base/words";
import type { CallerAnswer } from "@/lib/staff/orders/caller-answer";

type CallerAnswersProps = {
  answers: CallerAnswer[];
  /** The address that opens an order beside the list. */
  hrefOf: (orderId: string) => string;
};

/**
 * Shows above the list what a caller asks, where their words have found few orders: of a single one all of it, of two or
 * three the short of it. Nothing where there are more.
 */
export function CallerAnswers({ answers, hrefOf }: CallerAnswersProps) {
  if (answers.length === 0) return null;
  const isShort = answers.length > 1;
  return (
    <section aria-label={`Found: ${counted(answers.length, "order")}`} className="space-y-2">
      {answers.map((answer, index) => (
        <Card key={answer.id} className="space-y-3 p-4!">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="font-semibold sm:text-lg">
              <BatchId name={answer.name} />
            </h2>
            <AnswerLink href={hrefOf(answer.id)} name={answer.name} isFirst={index === 0} />
          </div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-3">
            {factsOf(answer, isShort).map(({ name, value, room = "usual" }) => (
              <div key={name} className={cx("min-w-0", ROOM[room])}>
                <dt className="text-xs text-text-muted">{name}</dt>
                <dd className="font-medium wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </section>
  );
}

/** What is said of an order, with its name; long ones take more room, a badge all of a telephone's. */
type AnswerFact = { name: string; value: ReactNode; room?: keyof typeof ROOM };

const ROOM = { usual: undefined, long: "col-span-2", badge: "max-sm:col-span-2" };

function factsOf(answer: CallerAnswer, isShort: boolean): AnswerFact[] {
  const { customer, email, cards, where, promise, promiseBrief, payment, told, step } = answer;
  const who = { name: "Customer", value: email && !isShort ? `${customer}, ${email}` : customer };
  const badge = <Badge tone={where.tone}>{where.label}</Badge>;
  const place = { name: "Where it is", value: badge, room: "badge" } as const;
  const next = {
    name: "Next for us",
    value: step ? (
      <a className="link" href={step.href}>
        {step.words}
      </a>
    ) : (
      "Nothing to do"
    ),
  };
  const none = "Nothing is promised";
  if (isShort) return [who, place, { name: "Promise", value: promiseBrief ?? promise ?? none }, next];
  const last = told ? (
    <>
      {told.title}, <Time at={told.at} />
    </>
  ) : (
    "Nothing yet"
  );
  return [
    { ...who, room: "long" },
    place,
    { name: "Cards", value: cards },
    { name: "Payment", value: `${payment.label}, ${payment.sum}` },
    next,
    { name: "Promise", value: promise ?? none, room: "long" },
    { name: "Last event", value: last, room: "long" },
  ];
}
