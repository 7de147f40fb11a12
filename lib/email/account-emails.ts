import * as z from "zod/mini";
import { providerLabel } from "@/lib/auth/oauth/messages";
import { type StaffRole, staffRoleSchema } from "@/lib/auth/session-context";
import { formatBusinessMoment } from "@/lib/base/business-date";
import { counted } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { staffPaths } from "@/lib/base/staff-paths";
import type { Fact } from "@/lib/email/layout/parts";
import type { EmailContent } from "@/lib/email/layout/render-email";
import { mailAddress } from "@/lib/email/outbox/mail-message";
import { displayBatchId } from "@/lib/orders/batch-id";
import { filterText, reasonText } from "@/lib/orders/messages";
import { exceptionReasonSchema, reviewReasonSchema } from "@/lib/orders/order";

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
const FOR_ALERTS = `You're getting this because ${site.name} sends its alerts to this address.`;
const FOR_OWNERS = `You're getting this because you're an owner at ${site.name}.`;
const FOR_ACCOUNT = `You're getting this because this address has a ${site.name} account.`;
const ONCE = "You'll only get this alert once.";
const EXPECTED = "If you expected this, there's nothing to do. If not, review staff access under People.";
const GONE = "Deleted account";

const ROLES = { owner: "Owner", staff: "Staff" } as const;
const roleText = (role: StaffRole | null) => (role === null ? "Not staff" : ROLES[role]);

function roleTitle(isAboutReader: boolean, before: StaffRole | null, after: StaffRole | null): string {
  if (after === null) return isAboutReader ? "You no longer have staff access" : "A staff member was removed";
  if (before === null) return isAboutReader ? "You now have staff access" : "A staff member was added";
  return isAboutReader ? "Your staff role changed" : "A staff member's role changed";
}

const WORK = {
  events: {
    noun: "Stripe event",
    state: "failed",
    why: "Processing failed 20 times. We won't retry.",
    action: "Read each error, fix the cause, then retry the event under Reconciliation.",
  },
  refunds: {
    noun: "refund",
    state: "unconfirmed",
    why: "No confirmation from Stripe within five minutes. We'll keep checking, at least once an hour.",
    action: "Check in Stripe whether the money went back, then check again under Reconciliation.",
  },
  proposals: {
    noun: "customer question",
    state: "not settled",
    why: "A refund for missing cards has been failing for an hour, or a payment's outcome has been unknown for four hours. We'll keep trying, at least every eight hours.",
    action:
      "Open the order to see the error. If the payment can't be refunded, pay the customer another way, then mark it settled on the order.",
  },
  mails: {
    noun: "email",
    state: "not delivered",
    why: "Delivery has been failing for 20 hours. The recipients haven't been notified.",
    action:
      "Read each error, fix the address on the order or the mail server, then resend under Reconciliation.",
  },
  lost: {
    noun: "Stripe event",
    state: "not recorded",
    why: "Recording kept failing for three days. We've stopped retrying.",
    action: "Look up each event in Stripe by its ID, then make the change here by hand.",
  },
  tasks: {
    noun: "task",
    state: "failing for a day",
    why: "The reconcile job runs, but this step fails every time.",
    action: "Search the log for “sync.failed” with the task's name, and fix the error.",
  },
  sign_in: {
    noun: "problem",
    state: "with sign-up or login",
    why: "A Supabase setting blocks sign-ups or logins, or account emails can't be sent.",
    action:
      "Search the log for “auth.refused”. Then check the setting in the Supabase dashboard: sign-ups, email provider, SMTP, rate limits or CAPTCHA.",
  },
} as const;

export const accountEmails = {
  account_notice: row(
    z.object({
      change: z.enum(["authenticator_on", "authenticator_off", "identity_linked", "identity_removed"]),
      email: z.string(),
      provider: z.optional(z.string()),
    }),
    ({ change, email, provider = "other" }, { appUrl }) => {
      const other = providerLabel(provider);
      const [subject, text] = {
        authenticator_on: [
          "Two-step sign-in is on",
          "You'll need a code from your authenticator app each time you log in.",
        ],
        authenticator_off: [
          "Two-step sign-in is off",
          "Your authenticator app was removed. You now log in with your password alone.",
        ],
        identity_linked: [
          `A ${other} account was connected`,
          `You can now log in with that ${other} account.`,
        ],
        identity_removed: [
          `A ${other} account was disconnected`,
          `You can no longer log in with that ${other} account.`,
        ],
      }[change] as [string, string];
      return {
        to: mailAddress(email, null),
        subject,
        lines: [text, "Wasn't you? Someone may be in your account. Set a new password now, then email us."],
        links: [
          { label: "Set a new password", url: appUrl + withQuery(paths.login, { view: "forgot" }) },
          { label: "Check your login settings", url: appUrl + paths.profile },
        ],
        reason: FOR_ACCOUNT,
      };
    },
  ),
  rights_notice: row(
    z.object({
      to: z.string(),
      /** Whether the recipient is the member. Otherwise it's an owner. */
      is_about_reader: z.boolean(),
      email: z.nullable(z.string()),
      /** Who changed the role. Null for a script. */
      by: z.nullable(z.string()),
      /** The roles before and after. Null: not staff. */
      before: z.nullable(staffRoleSchema),
      after: z.nullable(staffRoleSchema),
    }),
    ({ to, is_about_reader: isAboutReader, email, by, before, after }, { appUrl }) => ({
      to: mailAddress(to, null),
      subject: roleTitle(isAboutReader, before, after),
      lines: [
        isAboutReader
          ? "Didn't expect this? Ask an owner. If someone else is in your account, set a new password and email us."
          : "Not right? Change it under People.",
      ],
      facts: [
        { label: "Who", value: email ?? "An account without an email" },
        { label: "Changed by", value: by ?? "System" },
        { label: "Before", value: roleText(before) },
        { label: "Now", value: roleText(after) },
      ],
      button: {
        label: isAboutReader ? "Open orders" : "Review staff",
        url:
          after === null && isAboutReader
            ? null
            : appUrl + (isAboutReader ? staffPaths.orders : staffPaths.people),
      },
      reason: isAboutReader ? FOR_ACCOUNT : FOR_OWNERS,
    }),
  ),
  payment_exception: row(
    z.object({
      reason: z.union([exceptionReasonSchema, reviewReasonSchema, z.literal("dispute_opened")]),
      order_id: z.nullable(z.string()),
      batch_id: z.nullable(z.string()),
      about: z.string(),
    }),
    ({ reason, order_id: id, batch_id, about }, settings) => {
      // Payments that match no order are resolved in Reconciliation, the other reasons on the order.
      const isException = exceptionReasonSchema.safeParse(reason).success || id === null;
      return {
        to: alertTo(settings),
        subject: isException ? "A payment needs review" : "An order needs review",
        ...(id === null ? {} : { about: displayBatchId({ id, batch_id }) }),
        lines: [reasonText(reason).replace(/(?<!\.)$/, "."), `Fix it, then note what you did. ${ONCE}`],
        facts: [{ label: "Stripe ID", value: about }],
        button: isException
          ? { label: "Open Reconciliation", url: settings.appUrl + staffPaths.reconcile }
          : { label: "Open the order", url: settings.appUrl + staffPaths.order(id) },
        reason: FOR_ALERTS,
      };
    },
  ),
  stuck_photos: row(z.object({ count: z.number(), path: z.string() }), ({ count, path }, settings) => ({
    to: alertTo(settings),
    subject: `${counted(count, "photo")} can't be deleted`,
    lines: [
      "The retention period is over, but storage has been failing to delete them for six hours.",
      "Check that storage responds, then search the log for “photo.stuck” and “sync.failed”. We'll retry every hour.",
    ],
    facts: [{ label: "Bucket path", value: `order-photos/${path}` }],
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
      const rest = work === "mails" ? 0 : count - items.length;
      if (rest > 0) facts.push({ label: "More", value: rest.toLocaleString("en-US") });
      return {
        to: alertTo(settings),
        subject: `${counted(count, noun)} ${state}`,
        lines: [why, work === "sign_in" ? action : `${action} ${ONCE}`],
        facts,
        button: { label: "Open Reconciliation", url: settings.appUrl + staffPaths.reconcile },
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
      /** Total of this person's refunds in 24 hours, if that is the reason for the email. */
      day_cents: z.optional(z.number()),
      reason: z.string(),
    }),
    ({ to, by, order_id: id, batch_id, cents, limit_cents, day_cents: day, reason }, { appUrl }) => {
      const limit = formatCents(limit_cents);
      return {
        to: mailAddress(to, null),
        subject:
          day === undefined ? `${formatCents(cents)} refunded` : `${formatCents(day)} refunded within a day`,
        about: displayBatchId({ id, batch_id }),
        lines: [
          day === undefined
            ? `Owners are notified of refunds above ${limit}.`
            : `One person refunded more than ${limit} in total.`,
          EXPECTED,
        ],
        facts: [
          { label: "By", value: by ?? GONE },
          { label: day === undefined ? "Amount" : "Last refund", value: formatCents(cents) },
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
      /** Missing while the file is still being written. */
      rows: z.optional(z.number()),
      is_complete: z.optional(z.boolean()),
    }),
    ({ to, by, filter, has_search, at, rows, is_complete: isComplete }, { appUrl }) => {
      const filters = [filterText(filter), has_search ? "Search" : ""].filter(Boolean).join(", ");
      const size = rows === undefined ? "Still running" : counted(rows, "row");
      return {
        to: mailAddress(to, null),
        subject: "Orders exported",
        lines: ["Owners are notified of every export.", EXPECTED],
        facts: [
          { label: "By", value: by ?? GONE },
          { label: "When", value: formatBusinessMoment(at) },
          { label: "Filter", value: filters || "None" },
          { label: "Size", value: isComplete === false ? `${size}, then interrupted` : size },
        ],
        button: {
          label: "Open activity",
          url: appUrl + withQuery(staffPaths.activity, { kind: "exports" }),
        },
        reason: FOR_OWNERS,
      };
    },
  ),
} satisfies Record<string, Row>;
