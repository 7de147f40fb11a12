import * as z from "zod/mini";
import { businessDate, formatNearDay } from "@/lib/base/business-date";
import { cardCount } from "@/lib/base/messages";
import type { Fact } from "@/lib/email/layout/parts";
import type { EmailContent, EmailLink } from "@/lib/email/layout/render-email";
import type { OrderFacts } from "@/lib/email/load-order-facts";
import { oneLine } from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";
import { nextStep } from "@/lib/orders/timeline";

/** What an entry of the tables supplies. Recipient, batch and reason have defaults. */
export type OrderContent = Omit<EmailContent, "to" | "slab" | "reason"> &
  Partial<Pick<EmailContent, "to" | "reason">> & {
    corner?: string;
  };
export type OrderRow = (facts: OrderFacts, payload: unknown) => OrderContent;

export const defineOrderEmail =
  <S extends z.core.$ZodType>(
    schema: S,
    write: (facts: OrderFacts, payload: z.output<S>) => OrderContent,
  ): OrderRow =>
  (facts, payload) =>
    write(facts, z.parse(schema, payload));

export const noPayloadSchema = z.object({});
/** Rejects an email that no longer applies. Staff see the reason. */
export function refuseIf(isWrong: boolean, why: string): void {
  if (isWrong) throw new Error(why);
}

export const refuseUnpaid = ({ order }: OrderFacts) =>
  refuseIf(order.payment_status !== "paid", `the order is ${order.payment_status}, not paid`);

export const batchIdOf = ({ order }: OrderFacts) => oneLine(displayBatchId(order));

/** Where the owner follows the batch: the dashboard for an account, the tracking link for a guest. */
export const batchUrl = ({ is_guest, urls }: OrderFacts) => (is_guest ? urls.track : urls.dashboard);

export const trackLink = (facts: OrderFacts): EmailLink => ({
  label: "Track this batch",
  url: batchUrl(facts),
});

export const dayOf = ({ now }: OrderFacts, at: string) =>
  formatNearDay(at.length > 10 ? businessDate(Date.parse(at)) : at, now);

export const factList = (label: string, value: string | null | undefined): Fact[] =>
  value ? [{ label, value }] : [];

export function nextSteps({ order, now }: OrderFacts): string[] {
  const step = nextStep(order, now);
  return step ? [[step.what, step.about].filter(Boolean).join(" ")] : [];
}

export const partOf = (counted: number, of: number) =>
  `${counted.toLocaleString("en-US")} of ${cardCount(of)}`;
