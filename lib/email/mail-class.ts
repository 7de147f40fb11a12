/** Names how far a mail can be turned off: never, by "essential only", or by "milestones only" too. */
type MailClass = "always" | "milestone" | "detail";

/**
 * Holds the class of each kind of mail that SQL writes to the outbox, as private.mail_class decides it (a test compares them). What
 * is always sent: money, decisions, what waits for an answer, what somebody asked for, the account's safety, and all for staff.
 */
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
  check_in_receipt: "milestone",
  order_sent: "milestone",
  order_graded: "milestone",
  order_returned: "milestone",
  canceled_arrived: "milestone",
  late: "milestone",
  correction: "milestone",
  ship_reminder: "milestone",
  order_arrived: "detail",
  no_news: "detail",
} as const satisfies Record<string, MailClass>;

/** Names a kind of mail. */
export type MailKind = keyof typeof mailClasses;

/** Tells whether a kind of mail of the outbox is one of ours. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailClasses, kind);
}
