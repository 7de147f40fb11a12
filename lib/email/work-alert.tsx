import * as z from "zod/mini";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import { counted } from "@/lib/base/words";
import { type Fact, FactTable } from "@/lib/email/layout/fact-table";
import { ButtonRow, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { type Mail, type MailOrigins, mailAddress, renderMail } from "@/lib/email/outbox/mail-message";

/** Reads what the outbox holds of work that was tried in vain: how much it is in all, and some of it by name. */
export const workAlertSchema = z.object({
  work: z.enum(["events", "refunds", "proposals", "mails", "lost", "tasks", "sign_in"]),
  count: z.number(),
  items: z.array(z.object({ name: z.string(), about: z.string() })),
});
type WorkAlert = z.infer<typeof workAlertSchema>;

/** Says of each kind of work what it is, how it stands with it, and what staff do now. */
const words: Record<WorkAlert["work"], { noun: string; state: string; why: string; action: string }> = {
  events: {
    noun: "event",
    state: "could not be worked",
    why: "The payment service told us something, and working it has failed 20 times. Nothing tries again.",
    action: "Read why each has failed, put that right, then work it again there.",
  },
  refunds: {
    noun: "refund",
    state: "not confirmed",
    why: "Begun more than five minutes ago, and nobody knows yet whether it was made. The job goes on asking, once an hour at last.",
    action: "Look at the payment service whether the money went back, and ask again there.",
  },
  proposals: {
    noun: "proposal",
    state: "left undone",
    why: "Money for missing cards could not be given back for an hour, or how a payment ended could not be found out for four hours. The job goes on, every eight hours at last.",
    action:
      "Read on the order what is in the way. What cannot go back to the card is paid otherwise, and settled there.",
  },
  mails: {
    noun: "email",
    state: "given up",
    why: "Sending them was tried for 20 hours. Whom they were for has not heard what they say.",
    action:
      "Read why each has failed, check the address on the order or the mail server, then send them again there.",
  },
  lost: {
    noun: "event",
    state: "not heard of",
    why: "The payment service has it, and for three days it could not be recorded here. Nothing tries again.",
    action: "Look it up at the payment service by its name, and put right here by hand what it tells.",
  },
  tasks: {
    noun: "task",
    state: "failing for a day",
    why: "The job that runs every minute goes on, and each time something of it fails.",
    action:
      "Look in the log for the lines “sync.failed” that name the task, and put right what stands there.",
  },
  sign_in: {
    noun: "problem",
    state: "with sign-up or log-in",
    why: "A setting in Supabase blocks sign-ups or log-ins, or account emails can't be sent.",
    action:
      "Search the log for “auth.refused”, then check the named setting in the Supabase dashboard: sign-ups, email provider, SMTP, rate limits, CAPTCHA.",
  },
};

/** Renders the mail that tells staff of work that was tried in vain. It names no customer. Throws without an address. */
export async function renderWorkAlert(
  alert: WorkAlert,
  to: string | undefined,
  { appUrl }: MailOrigins,
): Promise<Mail> {
  const { noun, state, why, action } = words[alert.work];
  const subject = `To settle: ${counted(alert.count, noun)} ${state}`;
  // Emails stand in it by kind, all of them.
  const rest = alert.work === "mails" ? 0 : alert.count - alert.items.length;
  const named = new Map<string, string>();
  for (const { name, about } of alert.items) {
    const before = named.get(name);
    named.set(name, before ? `${before}; ${about}` : about);
  }
  const facts: Fact[] = Array.from(named, ([label, value]) => ({ label, value }));
  if (rest > 0) facts.push({ label: "Besides", value: rest.toLocaleString("en-US") });
  return renderMail(
    { to: mailAddress(to ?? null, site.name), subject },
    <MailLayout
      title={subject}
      preheader={why}
      reason={`You get this email because ${site.name} tells this address of what the job cannot do.`}
    >
      <MailPart>
        <MailHeading level={1}>{`${counted(alert.count, noun)} ${state}`}</MailHeading>
        <Paragraph tone="muted" size={16}>
          {why}
        </Paragraph>
      </MailPart>
      <MailPart title="What it is about">
        <FactTable facts={facts} />
      </MailPart>
      <MailPart title="What to do now">
        <Paragraph>
          {alert.work === "sign_in" ? action : `${action} Nobody is told twice of the same.`}
        </Paragraph>
        <ButtonRow href={`${appUrl}${staffPaths.reconcile}`}>Open the reconciliation</ButtonRow>
      </MailPart>
    </MailLayout>,
  );
}
