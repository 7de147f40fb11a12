import * as z from "zod/mini";
import { site } from "@/lib/base/site";
import { type OrderRow, row } from "@/lib/email/order-facts";
import { mailAddress, returnAddressLines } from "@/lib/email/outbox/mail-message";
import { CLAIM_LINK_DAYS } from "@/lib/orders/claims/claim-offer";
import { maskEmail } from "@/lib/orders/confirmation/confirmation";
import { returnAddressSchema } from "@/lib/orders/order";

const addressSchema = z.nullable(returnAddressSchema);

const claimSchema = z.object({ to: z.string(), account: z.string(), times_linked: z.number() });

/** Emails about who may see a batch and where it is sent back to: kind -> what it says. */
export const accessEmails = {
  return_address_changed: row(
    z.object({ to: z.string(), before: addressSchema, after: addressSchema }),
    ({ urls }, { to, before, after }) => ({
      to: mailAddress(to, null),
      subject: "Your return address was changed",
      lines: [
        "We'll ship your cards to the new address. If you didn't change it, tell us now. We won't ship until we've talked to you.",
      ],
      notes: [
        { title: "New address", lines: returnAddressLines(after) },
        { title: "Address before", lines: returnAddressLines(before) },
      ],
      button: { label: "This wasn't me", url: urls.notMe },
    }),
  ),
  address_code: row(z.object({ step: z.number() }), ({ codeOf }, { step }) => ({
    subject: "Your code to change the return address",
    lines: [
      `Your code is ${codeOf(step)}. Enter it on your batch to change where we ship your cards.`,
      "It works for 15 minutes. If you didn't ask for it, ignore this email.",
    ],
    button: null,
  })),
  tracking_link: row(
    z.object({ is_over: z.boolean(), is_unclaimed: z.optional(z.boolean()) }),
    ({ urls, is_guest: isGuest }, { is_over: isOver, is_unclaimed: isUnclaimed }) => {
      const url = isOver ? null : urls.track;
      if (url && isUnclaimed)
        return {
          subject: "Your batch was removed from that account",
          lines: [
            "We'll email you about it again. The account can no longer see or change it.",
            "This tracking link is new. Links in our earlier emails no longer work.",
          ],
          button: { label: "Track your batch", url },
        };
      const why = isOver
        ? "Tracking links end 180 days after the cards were delivered."
        : "The link of this batch was ended, so we can't send it.";
      const what = isGuest
        ? "Reply to this email, and we'll tell you where your cards are."
        : "Log in to see the batch on your dashboard, or reply to this email.";
      return {
        subject: url ? "Your tracking link" : "Your batch has no tracking link",
        lines: [
          url
            ? "Someone asked on our site for the link to this batch, with its ID and your email address."
            : `${why} ${what}`,
        ],
        button: { label: "Track this batch", url },
        links: [{ label: "Log in and open it on your dashboard", url: urls.dashboard }],
        footnote: `If it wasn't you, someone else knows this batch ID and your address. They learned nothing, because ${site.name} sends the link to you alone.`,
      };
    },
  ),
  claim_link: row(claimSchema, ({ urls }, { to, account, times_linked: timesLinked }) => ({
    to: mailAddress(to, null),
    subject: "Add this batch to your account",
    lines: [
      `Someone logged in as ${maskEmail(account)} with the browser that paid for this batch. If that's you, log in to that account and add the batch.`,
    ],
    button: { label: "Add batch", url: urls.claim(timesLinked) },
    footnote: `The link works once, for ${CLAIM_LINK_DAYS} days. If this wasn't you, ignore this email. Nothing has changed.`,
  })),
  batch_claimed: row(
    z.extend(claimSchema, { user_id: z.string() }),
    ({ urls }, { to, account, times_linked: timesLinked, user_id: userId }) => ({
      to: mailAddress(to, null),
      subject: "Your batch was added to an account",
      lines: [`It's now in the account of ${account}. We'll send emails about this batch there.`],
      button: { label: "Remove it from that account", url: urls.unclaim(timesLinked, userId) },
      footnote: `If you added it yourself, you're all set. If you didn't, remove it within ${CLAIM_LINK_DAYS} days. No password needed.`,
    }),
  ),
} satisfies Record<string, OrderRow>;
