import * as z from "zod/mini";
import { batchIdOf, defineOrderEmail, type OrderRow } from "@/lib/email/order-facts";
import { mailAddress, returnAddressLines } from "@/lib/email/outbox/mail-message";
import { EMAIL_LINK_DAYS } from "@/lib/orders/form-messages";
import { maskEmail, returnAddressSchema } from "@/lib/orders/order";

const addressSchema = z.nullable(returnAddressSchema);

const claimSchema = z.object({ to: z.string(), account: z.string(), times_linked: z.number() });

export const accessEmails = {
  return_address_changed: defineOrderEmail(
    z.object({ to: z.string(), before: addressSchema, after: addressSchema }),
    ({ urls }, { to, before, after }) => ({
      to: mailAddress(to, null),
      subject: "Your return address changed",
      lines: [
        "We'll ship your cards to the new address. Didn't change it? Tell us now, and we won't ship until we've talked to you.",
      ],
      button: { label: "This wasn't me", url: urls.notMe },
      notes: [
        { title: "New address", lines: returnAddressLines(after) },
        { title: "Old address", lines: returnAddressLines(before) },
      ],
      links: [],
    }),
  ),
  address_code: defineOrderEmail(z.object({ step: z.number() }), ({ codeOf }, { step }) => ({
    subject: "Your code to change your return address",
    about: null,
    lines: [`Your code is ${codeOf(step)}. It works for 15 minutes.`],
    footnote: "Didn't request this? Ignore this email.",
    links: [],
  })),
  tracking_link: defineOrderEmail(
    z.object({ is_over: z.boolean(), is_unclaimed: z.optional(z.boolean()) }),
    (facts, { is_over: isOver, is_unclaimed: isUnclaimed }) => {
      const { urls, is_guest: isGuest } = facts;
      const url = isOver ? null : urls.track;
      if (url && isUnclaimed)
        return {
          subject: "Your batch was removed from the other account",
          lines: [
            "The other account can no longer see or change your batch. We'll send batch emails to this address again.",
            "Your tracking link is new. Links in earlier emails no longer work.",
          ],
          button: { label: "Track this batch", url },
          links: [],
        };
      const dashboard = { label: "See it on your dashboard", url: urls.dashboard };
      return {
        subject: url
          ? "Your tracking link"
          : isOver
            ? "Your tracking link has expired"
            : "Your tracking link is turned off",
        about: batchIdOf(facts),
        lines: [
          ...(url ? ["Open your batch without logging in."] : []),
          ...(isOver ? ["Tracking links work for 180 days after delivery."] : []),
          ...(url
            ? []
            : [isGuest ? "Reply to this email to ask about your cards." : "Log in to see this batch."]),
        ],
        button: url ? { label: "Track this batch", url } : dashboard,
        links: url ? [dashboard] : [],
        footnote: "Didn't request this? Ignore this email.",
      };
    },
  ),
  claim_link: defineOrderEmail(claimSchema, ({ urls }, { to, account, times_linked: timesLinked }) => ({
    to: mailAddress(to, null),
    subject: "Add this batch to your account",
    lines: [
      `Someone logged in as ${maskEmail(account)} in the browser used to pay for this batch. Was that you? Log in to that account to add the batch.`,
    ],
    button: { label: "Add batch", url: urls.claim(timesLinked) },
    footnote: `This link works once and expires in ${EMAIL_LINK_DAYS} days. If this wasn't you, ignore this email. Nothing has changed.`,
    links: [],
  })),
  batch_claimed: defineOrderEmail(
    z.extend(claimSchema, { user_id: z.string() }),
    ({ urls }, { to, account, times_linked: timesLinked, user_id: userId }) => ({
      to: mailAddress(to, null),
      subject: "Your batch was added to an account",
      lines: [`${account} can now see and manage it. We'll send emails about this batch to that account.`],
      button: { label: "Remove it from that account", url: urls.unclaim(timesLinked, userId) },
      footnote: `Was that you? You're all set. If not, remove the batch within ${EMAIL_LINK_DAYS} days. No password needed.`,
      links: [],
    }),
  ),
} satisfies Record<string, OrderRow>;
