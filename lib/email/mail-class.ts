/** Each kind of email that SQL writes to the outbox, and whether its recipient can turn it off (is_optional_email in SQL). */
export const mailClasses = {
  order_confirmation: "always",
  payment_pending: "always",
  order_refunded: "always",
  adjustment_proposed: "always",
  adjustment_decided: "always",
  adjustment_expired: "always",
  address_question: "always",
  cancel_declined: "always",
  problem_answer: "always",
  tracking_link: "always",
  claim_link: "always",
  batch_claimed: "always",
  account_notice: "always",
  membership_started: "always",
  membership_renewed: "always",
  membership_payment_failed: "always",
  membership_ending: "always",
  membership_changed: "always",
  membership_change_planned: "always",
  membership_kept: "always",
  payment_exception: "always",
  stuck_photos: "always",
  stuck_work: "always",
  refund_alert: "always",
  export_alert: "always",
  rights_notice: "always",
  check_in_receipt: "always",
  order_sent: "always",
  order_graded: "always",
  order_returned: "always",
  canceled_arrived: "always",
  late: "always",
  correction: "always",
  ship_reminder: "optional",
  order_arrived: "always",
  no_news: "optional",
} as const satisfies Record<string, "always" | "optional">;

/** Names a kind of mail. */
export type MailKind = keyof typeof mailClasses;

/** Tells whether a kind of mail of the outbox is one of ours. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailClasses, kind);
}
