import * as z from "zod/mini";
import { formatCents } from "@/lib/base/money";
import { withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import { formatMoment } from "@/lib/base/time";
import { counted } from "@/lib/base/words";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { type Mail, type MailOrigins, mailAddress, renderMail } from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";

/** Reads what the outbox keeps of a refund that the owners are told of. Amounts are in cents. */
export const refundAlertSchema = z.object({
  to: z.string(),
  by: z.nullable(z.string()),
  order_id: z.string(),
  batch_id: z.nullable(z.string()),
  cents: z.number(),
  limit_cents: z.number(),
  /** All that this person has refunded within 24 hours, where that is why. */
  day_cents: z.optional(z.number()),
  reason: z.string(),
});

/** Reads what the outbox keeps of a file that left the house; without `rows` it was still on its way. */
export const exportAlertSchema = z.object({
  to: z.string(),
  by: z.nullable(z.string()),
  kind: z.enum(["orders", "activity"]),
  filter: z.record(z.string(), z.unknown()),
  has_search: z.boolean(),
  at: z.string(),
  rows: z.optional(z.number()),
  is_complete: z.optional(z.boolean()),
});

/** Renders the mail that tells an owner of a large refund, or of several that are one together. */
export async function renderRefundAlert(
  alert: z.infer<typeof refundAlertSchema>,
  { appUrl }: MailOrigins,
): Promise<Mail> {
  const who = alert.by ?? "Somebody whose account is gone";
  const { day_cents: day, limit_cents: limit } = alert;
  const title =
    day === undefined
      ? `${formatCents(alert.cents)} were refunded`
      : `${formatCents(day)} were refunded within a day`;
  const facts: Fact[] = [
    { label: "By", value: who },
    { label: day === undefined ? "Amount" : "The last one", value: formatCents(alert.cents) },
    { label: "Batch", value: displayBatchId({ id: alert.order_id, batch_id: alert.batch_id }) },
    { label: "Reason", value: alert.reason },
  ];
  const why =
    day === undefined
      ? `Refunds above ${formatCents(limit)} are told to the owners.`
      : `These refunds of one person are above ${formatCents(limit)} together. You are told of the first that is.`;
  return ownerMail(
    alert.to,
    { title, why, facts },
    `${appUrl}${staffPaths.order(alert.order_id)}`,
    "Open the order",
  );
}

/** Renders the mail that tells an owner of a file that somebody has exported. */
export async function renderExportAlert(
  alert: z.infer<typeof exportAlertSchema>,
  { appUrl }: MailOrigins,
): Promise<Mail> {
  const title = alert.kind === "orders" ? "Orders were exported" : "The activity log was exported";
  const asked = Object.entries(alert.filter).map(([name, value]) => `${name} ${value}`);
  if (alert.has_search) asked.push("a search");
  const rows = alert.rows === undefined ? "Still on its way" : counted(alert.rows, "row");
  const facts: Fact[] = [
    { label: "By", value: alert.by ?? "Somebody whose account is gone" },
    { label: "When", value: formatMoment(alert.at) },
    { label: "Asked for", value: asked.join(", ") || "All of it" },
    { label: "How much", value: alert.is_complete === false ? `${rows}, then it broke off` : rows },
  ];
  const why = "Each file that leaves the house is told to the owners.";
  const href = `${appUrl}${withQuery(staffPaths.activity, { kind: "exports" })}`;
  return ownerMail(alert.to, { title, why, facts }, href, "Open the activity");
}

type Told = { title: string; why: string; facts: Fact[] };

function ownerMail(to: string, { title, why, facts }: Told, href: string, button: string): Promise<Mail> {
  return renderMail(
    { to: mailAddress(to, null), subject: title },
    <MailLayout
      title={title}
      preheader={why}
      reason={`You get this email because you are an owner at ${site.name}.`}
    >
      <MailPart>
        <MailHeading level={1}>{title}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {why}
        </Paragraph>
      </MailPart>
      <MailPart title="What it is about">
        <FactTable facts={facts} />
      </MailPart>
      <MailPart title="What to do now">
        <Paragraph>Nothing, if it is right. Who may do this, you change under People.</Paragraph>
        <ButtonRow href={href}>{button}</ButtonRow>
      </MailPart>
    </MailLayout>,
  );
}
