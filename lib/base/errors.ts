import { nextReference } from "@/lib/base/request-reference";
import { sendingErrorCodes } from "@/lib/base/sending-error-codes";
import { sharedMessages } from "@/lib/base/shared-messages";
import { messages } from "@/lib/base/words";

/** Gives the HTTP status and what the person reads; `text` is null where whoever throws the code brings a text. */
type Meaning = { status: number; text: string | null };

/**
 * Holds every reason for which a call of the API can fail, with its status and text. An answer carries the code beside
 * the text; screens compare codes, never sentences. A code that is in use is not renamed: open pages know it.
 */
export const errorCodes = {
  // The request itself: it is malformed, comes from another site, names nothing we have, or is one too many. All but
  // not_found are answered before the endpoint does anything.
  invalid_input: { status: 400, text: "This request is not complete." },
  invalid_json: { status: 400, text: "This request is not valid JSON." },
  nested_too_deeply: { status: 400, text: "This request is nested too deeply." },
  unreadable_text: { status: 400, text: "This request holds unreadable text." },
  foreign_origin: { status: 403, text: "This request did not come from our own pages." },
  not_found: { status: 404, text: "Not found." },
  wrong_method: { status: 405, text: "This method is not allowed here." },
  too_large: { status: 413, text: "This request is too large." },
  not_json: { status: 415, text: "Send this request as JSON." },
  rate_limited: { status: 429, text: messages.tooManyRequests },

  // Our own side: 500 for a fault of ours, which is logged; 503 when a service we depend on does not answer, or when the
  // answer takes longer than the endpoint's deadline (the work goes on then).
  unexpected: { status: 500, text: messages.unexpected },
  database_failed: { status: 500, text: "Something went wrong on our side. Please try again." },
  too_slow: { status: 503, text: "This takes too long right now." },
  database_unavailable: { status: 503, text: "Our system is not answering right now." },
  auth_unavailable: { status: 503, text: "Our sign-in service is not answering right now." },
  payments_unavailable: { status: 503, text: "The payment service is not answering right now." },

  // Who asks: nobody is signed in, the session has ended, or a job is called by another than the scheduler (401); the body
  // names another person than the session, or the person has not the right (403).
  sign_in_required: { status: 401, text: "Please log in to continue." },
  scheduler_secret_wrong: {
    status: 401,
    text: "The scheduler's secret is missing or wrong. Send the value of CRON_SECRET as a bearer token.",
  },
  other_account: { status: 403, text: "You are signed in with another account. Please reload the page." },
  not_allowed: { status: 403, text: "You are not allowed to do this." },
  staff_only: { status: 403, text: "Only staff may do this." },
  owner_only: { status: 403, text: "Only an owner may do this." },
  staff_eyes_only: { status: 403, text: "Only staff may see this." },

  // Signing in, and the account (/api/auth/*): the auth service refuses, a password, code or link is missing or wrong, or
  // the account is no longer as the page shows it.
  no_session: { status: 401, text: "Your session has ended. Please log in again." },
  session_too_large: {
    status: 400,
    text: "Your account has too much profile data to stay logged in. Please contact support.",
  },
  login_refused: { status: 401, text: sharedMessages.loginRefused },
  email_not_confirmed: { status: 401, text: null },
  already_registered: { status: 400, text: sharedMessages.alreadyRegistered },
  auth_refused: { status: 400, text: null },
  auth_misconfigured: { status: 500, text: null },
  link_refused: { status: 400, text: null },
  claim_refused: {
    status: 400,
    text: "This link has expired or was already used. Email us if a batch is in the wrong account.",
  },
  current_password_wrong: { status: 400, text: sharedMessages.currentPasswordWrong },
  code_needed: { status: 403, text: "Enter the code of your authenticator app, too." },
  code_wrong: { status: 400, text: "This code is not right. Please enter the one that your app shows now." },
  same_email: { status: 400, text: "This is your email address already." },
  email_refused: { status: 400, text: "This email address cannot be used. Please choose another one." },
  mail_not_sent: {
    status: 502,
    text: "We couldn't send the email. Check the address, or try again in a few minutes.",
  },
  second_factor_off: { status: 404, text: "Two-step sign-in is not available." },
  authenticator_on: { status: 409, text: "Two-step sign-in is on already. Please load this page again." },
  authenticator_missing: { status: 400, text: "This account has no authenticator app." },
  enrolment_ended: { status: 400, text: "This set-up has ended. Please start again." },
  provider_not_offered: { status: 400, text: "This site cannot be connected. Please load this page again." },
  last_identity: { status: 409, text: "This is the only way into your account. Connect another site first." },

  // Opening a payment page, for an order, a membership or its portal: none was opened, and nothing was charged. 409 means
  // that the page shows what is no longer so, 502 that the payment service refused the call.
  price_changed: { status: 409, text: "The price changed. Please check the new total and try again." },
  over_allowance: { status: 409, text: null },
  too_soon: { status: 409, text: sharedMessages.tooSoon },
  already_paid: { status: 409, text: "This batch is already paid. You find it on your dashboard." },
  payment_under_way: {
    status: 409,
    text: "The payment of this batch is on its way. We write to you as soon as it arrives.",
  },
  payment_superseded: {
    status: 409,
    text: "Another payment was started in the meantime. Please continue there or try again.",
  },
  checkout_failed: { status: 502, text: sharedMessages.checkoutFailed },
  invalid_plan: { status: 400, text: sharedMessages.invalidPlan },
  no_billing: { status: 404, text: "There is no billing for this account yet. Choose a plan first." },
  // Asking what became of a payment: the session is not known or not this person's, it was not paid, or money arrived that
  // could not be booked and that staff look into. A payment on its way is no error but an answer with `status: "pending"`.
  order_payment_unknown: { status: 404, text: sharedMessages.invalidPayment },
  payment_of_other_order: { status: 400, text: sharedMessages.invalidPayment },
  payment_of_other_account: { status: 403, text: "This payment belongs to another account." },
  membership_payment_unknown: { status: 404, text: sharedMessages.paymentNotFound },
  payment_not_completed: { status: 402, text: "This payment was not completed, and nothing was charged." },
  payment_refunded: { status: 422, text: "This batch is canceled, and its payment was refunded." },
  payment_changed: { status: 422, text: "This payment was changed by our team. Please contact support." },
  payment_failed: {
    status: 422,
    text: "Failed to process payment. Our team has been told and will contact you.",
  },
  order_unpaid: {
    status: 409,
    text: "This order is not paid yet. The confirmation follows the payment by itself.",
  },

  // Deliveries of the payment service's events: 400 for one that is not proven to be Stripe's and of our mode, 500 for one
  // whose work failed, so that Stripe delivers it again.
  signature_missing: { status: 400, text: "The signature is missing." },
  signature_wrong: { status: 400, text: "The signature does not match." },
  other_mode: { status: 400, text: "This event is of another mode." },
  event_failed: { status: 500, text: "The event could not be worked. Please deliver it again." },

  // The work of staff: what they name does not exist (404), somebody else has changed it since their page was loaded (409),
  // or it wants a reason first (422). After refund_* no money has moved, but for refund_unconfirmed: then nobody knows yet.
  user_id_missing: { status: 400, text: sharedMessages.noUserId },
  profile_not_found: { status: 404, text: sharedMessages.noProfile },
  order_not_found: { status: 404, text: "There is no such order." },
  order_changed: {
    status: 409,
    text: "Somebody else changed this order in the meantime. Look at what they did, then save again.",
  },
  not_promised: { status: 422, text: "There is nothing to delay: the cards of this batch are not with us." },
  reason_required: { status: 422, text: "Please say why the payment is changed by hand." },
  order_all_refunded: {
    status: 409,
    text: "All that was paid for this order went back, so it is not paid any more. Who wants to pay again sends a new batch.",
  },
  received_before: { status: 409, text: "This batch was received before. Count it again only on purpose." },
  order_without_payment: { status: 409, text: "The payment service knows nothing of this order." },
  act_not_found: {
    status: 404,
    text: "This is too long ago to be taken back. Please change the order itself.",
  },
  package_not_found: { status: 404, text: "There is no such package." },
  package_matched: { status: 409, text: "This package was matched in the meantime. Please reload the page." },
  exception_not_found: { status: 404, text: "There is no such entry." },
  exception_settled: { status: 409, text: "Somebody else has settled this in the meantime." },
  exception_paid_before: {
    status: 409,
    text: "Another payment was booked in the meantime. Please reload the page: the entry says what to do now.",
  },
  exception_all_refunded: {
    status: 409,
    text: "All of this money went back in the meantime: there is no amount to accept. Please press “Settle…”.",
  },
  exception_no_amount: {
    status: 409,
    text: "It is not the amount that does not fit here: there is none to accept.",
  },
  mail_not_found: { status: 404, text: "There is no such mail." },
  mail_under_way: { status: 409, text: "This mail is on its way already." },
  event_under_way: { status: 409, text: "This delivery is worked or waits for it already." },
  member_refused: { status: 409, text: null },
  refund_not_by_card: {
    status: 409,
    text: "This order was not paid through the payment service, so nothing can be refunded there.",
  },
  refund_outdated: {
    status: 409,
    text: "This order was refunded in the meantime. Please reload the page and look again.",
  },
  refund_under_way: {
    status: 409,
    text: "Another refund of this order has not been confirmed yet. Please finish that one first.",
  },
  refund_form_reused: { status: 409, text: "This form was used for another refund. Please reload the page." },
  /** The amount is above the limit, and neither an owner nor a second factor used just now asks for it. */
  second_factor_due: { status: 403, text: null },
  refund_too_much: { status: 422, text: null },
  refund_refused: { status: 422, text: null },
  refund_unconfirmed: {
    status: 503,
    text: "The payment service did not answer, so we cannot tell yet. Press the button again: it continues the same refund.",
  },
  ...sendingErrorCodes,
} as const satisfies Record<string, Meaning>;

/** Names one reason for which a call can fail. */
export type ErrorCode = keyof typeof errorCodes;

/** Names the codes that have no text of their own. */
type WordlessCode = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]["text"] extends null ? Code : never;
}[ErrorCode];

/** Names the codes that have a text of their own, so that they may be thrown without one. */
export type ToldCode = Exclude<ErrorCode, WordlessCode>;

type Options = {
  /** What the person reads in place of the code's own text. */
  text?: string;
  /** Headers of the answer, as Retry-After. */
  headers?: Record<string, string>;
  /** What is wrong with a field of the body, by its name. */
  fields?: Record<string, string>;
  /** What the answer carries beside the error. */
  reply?: object;
  cause?: unknown;
};

/**
 * Says why a call failed, in a text that the person may read. Any other error that a handler throws is logged and
 * answered as `unexpected`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly fields: Record<string, string> | undefined;
  readonly reply: object;
  /** A page that fails shows it (Next hands it on); a fault of ours only, and only while a request is answered. */
  readonly digest: string | undefined;

  constructor(code: ToldCode, options?: Options);
  constructor(code: ErrorCode, options: Options & { text: string });
  constructor(code: ErrorCode, { text, headers = {}, fields, reply = {}, cause }: Options = {}) {
    super(text ?? errorCodes[code].text ?? messages.unexpected, { cause });
    this.name = "AppError";
    this.code = code;
    this.status = errorCodes[code].status;
    this.headers = headers;
    this.fields = fields;
    this.reply = reply;
    this.digest = this.status >= 500 ? nextReference() : undefined;
  }
}

/**
 * Says that a service we depend on did not answer, or answered with a fault of its own (503, Retry-After 5 s). What the
 * call was to do there may have happened all the same.
 */
export class ServiceUnavailableError extends AppError {
  readonly service: "database" | "auth" | "payments" | "storage";

  constructor(service: ServiceUnavailableError["service"], cause: unknown) {
    super(`${service}_unavailable`, { cause, headers: { "retry-after": "5" } });
    this.service = service;
  }
}

/** Answers what an error says, with its cause behind it, for staff: that a service did not answer says less than what it said. */
export function withCause(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}
