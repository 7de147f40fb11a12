import * as z from "zod/mini";
import { providerLabel } from "@/lib/auth/oauth/words";
import { type StaffRole, staffRoleSchema } from "@/lib/auth/session-context";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import { formatMoment } from "@/lib/base/time";
import { counted } from "@/lib/base/words";
import type { Fact } from "@/lib/email/layout/parts";
import type { EmailContent } from "@/lib/email/layout/render-email";
import { mailAddress } from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";
import { exceptionReasonSchema, reviewReasonSchema } from "@/lib/orders/order";
import { reasonWords } from "@/lib/orders/words";

/** Where links lead, and who gets alerts about money and jobs. */
type Settings = { appUrl: string; alertEmail: string | undefined };
type Row = (payload: unknown, settings: Settings) => EmailContent;

const row =
  <S extends z.core.$ZodType>(
    schema: S,
    write: (payload: z.output<S>, settings: Settings) => EmailContent,
  ): Row =>
  (payload, settings) =>
    write(z.parse(schema, payload), settings);

const alertTo = ({ alertEmail }: Settings) => mailAddress(alertEmail ?? null, site.name);
const FOR_ALERTS = `You get this email because ${site.name} sends its alerts to this address.`;
const FOR_OWNERS = `You get this email because you are an owner at ${site.name}.`;
const EXPECTED = "Nothing to do if you expected this. Owners change who may do this under People.";
const GONE = "Someone whose account is gone";

const ROLES = { owner: "Owner", staff: "Staff" } as const;
const roleWords = (role: StaffRole | null) => (role === null ? "Not staff" : ROLES[role]);

function roleTitle(isAboutReader: boolean, before: StaffRole | null, after: StaffRole | null): string {
  if (after === null)
    return isAboutReader ? "You're no longer on the staff" : "Someone was removed from the staff";
  if (before === null) return isAboutReader ? "You're on the staff" : "Someone was added to the staff";
  return isAboutReader ? "Your role has changed" : "A staff member's role has changed";
}

/** What is stuck, why, and what staff do about it. */
const WORK = {
  events: {
    noun: "event",
    state: "could not be processed",
    why: "Processing an event of the payment service failed 20 times. It won't be retried.",
    action: "Read why each one failed, fix that, then retry it there.",
  },
  refunds: {
    noun: "refund",
    state: "not confirmed",
    why: "The refund started more than five minutes ago, and we don't know yet whether it was made. We keep asking, eventually once an hour.",
    action: "Check at the payment service whether the money went back, and ask again there.",
  },
  proposals: {
    noun: "proposal",
    state: "not completed",
    why: "Money for missing cards could not be refunded for an hour, or the outcome of a payment was unknown for four hours. We keep trying, eventually every eight hours.",
    action:
      "Read on the order what is in the way. Pay what can't go back to the card in another way, and settle it there.",
  },
  mails: {
    noun: "email",
    state: "not delivered",
    why: "We tried to send them for 20 hours. Their recipients don't know what they say.",
    action:
      "Read why each one failed, check the address on the order or the mail server, then send them again there.",
  },
  lost: {
    noun: "event",
    state: "not recorded",
    why: "The payment service has it, and we could not record it for three days. It won't be retried.",
    action: "Look it up at the payment service by its name, and make the change here by hand.",
  },
  tasks: {
    noun: "task",
    state: "failing for a day",
    why: "The job that runs every minute continues, but this step fails every time.",
    action: "Search the log for “sync.failed” with the name of the task, and fix what it says.",
  },
  sign_in: {
    noun: "problem",
    state: "with sign-up or log-in",
    why: "A setting in Supabase blocks sign-ups or log-ins, or account emails can't be sent.",
    action:
      "Search the log for “auth.refused”, then check the named setting in the Supabase dashboard: sign-ups, email provider, SMTP, rate limits, CAPTCHA.",
  },
} as const;

/** Emails about accounts, to staff, owners and the alert address: kind -> what it says. */
export const accountEmails = {
  account_notice: row(
    z.object({
      change: z.enum(["authenticator_on", "authenticator_off", "identity_linked", "identity_removed"]),
      /** The address at the time of the change. */
      email: z.string(),
      provider: z.optional(z.string()),
    }),
    ({ change, email, provider = "other" }, { appUrl }) => {
      const other = providerLabel(provider);
      const [subject, text] = {
        authenticator_on: [
          "Two-step sign-in is on",
          "An authenticator app was set up for your account. From now on every log-in asks for its code.",
        ],
        authenticator_off: [
          "Two-step sign-in is off",
          "The authenticator app of your account was removed. A password is now enough to log in.",
        ],
        identity_linked: [
          `A ${other} account was connected`,
          `A ${other} account was connected to yours. From now on it signs in to your account, too.`,
        ],
        identity_removed: [
          `A ${other} account was disconnected`,
          `A ${other} account was disconnected from yours. It no longer signs in to your account.`,
        ],
      }[change] as [string, string];
      return {
        to: mailAddress(email, null),
        subject,
        lines: [
          text,
          "Wasn't it you? Then someone else got into your account. Set a new password now, check Sign-in on your profile, and email us.",
        ],
        button: { label: "Set a new password", url: appUrl + withQuery(paths.login, { view: "forgot" }) },
        reason: `You get this email because this address belongs to an account at ${site.name}.`,
      };
    },
  ),
  rights_notice: row(
    z.object({
      to: z.string(),
      /** The reader is the member; else an owner. */
      is_about_reader: z.boolean(),
      email: z.nullable(z.string()),
      /** Who changed it; null: a script. */
      by: z.nullable(z.string()),
      /** The role before and after; null: not staff. */
      before: z.nullable(staffRoleSchema),
      after: z.nullable(staffRoleSchema),
    }),
    ({ to, is_about_reader: isAboutReader, email, by, before, after }, { appUrl }) => ({
      to: mailAddress(to, null),
      subject: roleTitle(isAboutReader, before, after),
      lines: [
        "It takes effect right away.",
        isAboutReader
          ? "Not right? Ask an owner. If you didn't expect this, set a new password and contact us."
          : "Not right? Check who did it, and change it back under People.",
      ],
      facts: [
        { label: "Who", value: email ?? "An account without an address" },
        { label: "Changed by", value: by ?? "System" },
        { label: "Before", value: roleWords(before) },
        { label: "Now", value: roleWords(after) },
      ],
      button: {
        label: "Open the staff pages",
        url: after === null && isAboutReader ? null : `${appUrl}${staffPaths.orders}`,
      },
      reason: isAboutReader
        ? `You get this email because this address belongs to an account at ${site.name}.`
        : FOR_OWNERS,
    }),
  ),
  payment_exception: row(
    z.object({
      reason: z.union([exceptionReasonSchema, reviewReasonSchema, z.literal("dispute_opened")]),
      order_id: z.nullable(z.string()),
      batch_id: z.nullable(z.string()),
      /** A payment page, payment or subscription. */
      about: z.string(),
    }),
    ({ reason, order_id: id, batch_id, about }, settings) => {
      // Money that fits no order is settled there; the other reasons on the order.
      const isException = exceptionReasonSchema.safeParse(reason).success || id === null;
      return {
        to: alertTo(settings),
        subject: `To settle: ${reasonWords(reason)}`,
        lines: [
          isException ? "This money fits no order." : "Check this order.",
          "Compare both sides, fix it, and write down what was done. We don't send this twice.",
        ],
        facts: [
          { label: "Batch", value: id === null ? "None" : displayBatchId({ id, batch_id }) },
          { label: "At the payment service", value: about },
        ],
        button: isException
          ? { label: "Open the reconciliation", url: settings.appUrl + staffPaths.reconcile }
          : { label: "Open the order", url: settings.appUrl + staffPaths.order(id) },
        reason: FOR_ALERTS,
      };
    },
  ),
  stuck_photos: row(z.object({ count: z.number(), path: z.string() }), ({ count, path }, settings) => ({
    to: alertTo(settings),
    subject: `${counted(count, "photo")} can't be deleted`,
    lines: [
      "Their retention is over, but the storage has refused to delete their files for six hours.",
      "Check whether the storage answers, and what the log says (photo.stuck, sync.failed). We retry every hour. All other photos are deleted on time. We don't send this twice.",
    ],
    facts: [{ label: "In the bucket", value: `order-photos/${path}` }],
    reason: FOR_ALERTS,
  })),
  stuck_work: row(
    z.object({
      work: z.enum(Object.keys(WORK) as (keyof typeof WORK)[]),
      count: z.number(),
      items: z.array(z.object({ name: z.string(), about: z.string() })),
    }),
    ({ work, count, items }, settings) => {
      const { noun, state, why, action } = WORK[work];
      const named = new Map<string, string>();
      for (const { name, about } of items) {
        const before = named.get(name);
        named.set(name, before ? `${before}; ${about}` : about);
      }
      const facts: Fact[] = Array.from(named, ([label, value]) => ({ label, value }));
      // Emails are listed by kind, all of them.
      const rest = work === "mails" ? 0 : count - items.length;
      if (rest > 0) facts.push({ label: "Others", value: rest.toLocaleString("en-US") });
      return {
        to: alertTo(settings),
        subject: `To settle: ${counted(count, noun)} ${state}`,
        lines: [why, work === "sign_in" ? action : `${action} We don't send this twice.`],
        facts,
        button: { label: "Open the reconciliation", url: settings.appUrl + staffPaths.reconcile },
        reason: FOR_ALERTS,
      };
    },
  ),
  refund_alert: row(
    z.object({
      to: z.string(),
      by: z.nullable(z.string()),
      order_id: z.string(),
      batch_id: z.nullable(z.string()),
      cents: z.number(),
      limit_cents: z.number(),
      /** The sum of this person's refunds in 24 hours, if that is the reason. */
      day_cents: z.optional(z.number()),
      reason: z.string(),
    }),
    ({ to, by, order_id: id, batch_id, cents, limit_cents, day_cents: day, reason }, { appUrl }) => {
      const limit = formatCents(limit_cents);
      return {
        to: mailAddress(to, null),
        subject:
          day === undefined
            ? `${formatCents(cents)} were refunded`
            : `${formatCents(day)} were refunded within a day`,
        lines: [
          day === undefined
            ? `Owners are notified of refunds above ${limit}.`
            : `These refunds by one person are above ${limit} in total.`,
          EXPECTED,
        ],
        facts: [
          { label: "By", value: by ?? GONE },
          { label: day === undefined ? "Amount" : "The last one", value: formatCents(cents) },
          { label: "Batch", value: displayBatchId({ id, batch_id }) },
          { label: "Reason", value: reason },
        ],
        button: { label: "Open the order", url: appUrl + staffPaths.order(id) },
        reason: FOR_OWNERS,
      };
    },
  ),
  export_alert: row(
    z.object({
      to: z.string(),
      by: z.nullable(z.string()),
      filter: z.record(z.string(), z.unknown()),
      has_search: z.boolean(),
      at: z.string(),
      /** None while the file was still being written. */
      rows: z.optional(z.number()),
      is_complete: z.optional(z.boolean()),
    }),
    ({ to, by, filter, has_search, at, rows, is_complete: isComplete }, { appUrl }) => {
      const asked = Object.entries(filter).map(([name, value]) => `${name} ${value}`);
      if (has_search) asked.push("a search");
      const size = rows === undefined ? "Still running" : counted(rows, "row");
      return {
        to: mailAddress(to, null),
        subject: "Orders were exported",
        lines: ["Owners are notified of every export.", EXPECTED],
        facts: [
          { label: "By", value: by ?? GONE },
          { label: "When", value: formatMoment(at) },
          { label: "Filter", value: asked.join(", ") || "None" },
          { label: "Size", value: isComplete === false ? `${size}, then it was interrupted` : size },
        ],
        button: {
          label: "Open the activity",
          url: appUrl + withQuery(staffPaths.activity, { kind: "exports" }),
        },
        reason: FOR_OWNERS,
      };
    },
  ),
} satisfies Record<string, Row>;
