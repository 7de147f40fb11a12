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
    text: "This payment was refunded in the meantime, so there is no amount to accept. Click “Resolve…”.",
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

  // Packages, groups and returns: 404 for what does not exist, 409 for what somebody has changed, must settle, or is asked about once.
  set_aside_changed: { status: 409, text: "Somebody else was faster: look at what is set aside now." },
  package_changed: {
    status: 409,
    text: "Somebody else changed this package in the meantime. Look at what they did, then try again.",
  },
  group_not_found: { status: 404, text: "There is no such group." },
  group_changed: {
    status: 409,
    text: "Somebody else changed this group in the meantime. Look at it, then press again.",
  },
  group_not_open: { status: 409, text: "This group is closed: no batch can be put in any more." },
  group_not_empty: { status: 409, text: "This group has batches, or is closed: it cannot be deleted." },
  group_empty: { status: 409, text: "This group has no batches." },
  group_not_ahead: { status: 409, text: "This group is at that step already, or is open." },
  group_refused: {
    status: 409,
    text: "Some batches of this group must not go. Take them out, or settle what stands against them.",
  },
  cards_differ: { status: 409, text: null },
  code_unknown: { status: 404, text: "No batch has this ID. Check the label and scan again." },
  code_ambiguous: { status: 409, text: null },
  not_in_group: { status: 409, text: "This batch is not in this group any more." },
  graded_in_group: {
    status: 409,
    text: "The grades of this batch are ready, so it was with this group. It cannot be taken out any more.",
  },
  return_refused: { status: 409, text: null },
  number_of_other_owner: { status: 409, text: null },
  number_of_other_address: { status: 409, text: null },
  reason_for_odd: { status: 422, text: null },
  same_box: { status: 409, text: null },

  // Photographs: nothing is stored after any of them.
  storage_unavailable: { status: 503, text: "Our photograph storage is not answering right now." },
  photo_too_large: { status: 413, text: sharedMessages.photoTooLarge },
  photo_heic: {
    status: 415,
    text: "This is a HEIC photograph, which browsers do not show. Choose “Most Compatible” in the camera's settings, or send a JPEG.",
  },
  photo_unknown: { status: 415, text: "This file is no JPEG, PNG or WebP photograph." },
  photo_unreadable: { status: 422, text: "This photograph cannot be read. Please take it again." },
  photo_too_many_pixels: {
    status: 422,
    text: "This photograph has too many pixels. Please take it with a lower resolution.",
  },
  photos_full: {
    status: 409,
    text: "This package has six photographs already. Remove one to add another.",
  },
  photo_not_found: { status: 404, text: "There is no such photograph any more." },

  // Proposals: 409 for what is decided, over, being paid or another amount by now. Nothing was charged.
  adjustment_price_changed: {
    status: 409,
    text: "The price changed. Please look at the new amount and decide again.",
  },
  adjustment_paid: { status: 409, text: "This is paid already. Thank you." },
  adjustment_under_way: {
    status: 409,
    text: "The payment is on its way. We write to you as soon as it arrives.",
  },
  adjustment_decided: { status: 409, text: "This was decided in the meantime. Please reload the page." },
  adjustment_withdrawn: { status: 409, text: "This question was withdrawn: there is nothing to decide." },
  adjustment_too_late: { status: 409, text: "The time to decide is over. Please write to us." },
  adjustment_no_option: { status: 400, text: "This cannot be chosen here. Please reload the page." },
  adjustment_not_here: {
    status: 409,
    text: "Ask for an upcharge of a paid batch from the day it leaves for the grader until it goes home.",
  },
  adjustment_too_many: { status: 422, text: "That is more cards than were counted." },
  adjustment_not_open: { status: 409, text: "There is nothing to settle any more. Please reload the page." },

  // The way to us: 409 for what is no longer so, 422 for a day that cannot be.
  inbound_arrived: { status: 409, text: "Your package is here already. Please reload the page." },
  inbound_canceled: { status: 409, text: "This batch is canceled, so there is nothing to ship any more." },
  inbound_not_paid: { status: 409, text: "This batch is not paid, so there is nothing to ship yet." },
  inbound_not_shipped: { status: 409, text: "Please say first when you shipped the package." },
  inbound_canceling: {
    status: 409,
    text: "You asked to cancel this batch. Withdraw that first.",
  },
  inbound_bad_date: { status: 422, text: null },

  // Canceling: the page shows what is no longer so, and no money has moved.
  cancel_arrived: {
    status: 409,
    text: "Your package is here, so it cannot be canceled here any more. Please write to us.",
  },
  cancel_not_paid: { status: 409, text: "This batch is not paid, so there is nothing to cancel." },
  cancel_changed: {
    status: 409,
    text: "The amount changed in the meantime. Please look at it and press again.",
  },
  cancel_not_asked: { status: 409, text: "Nobody asks to cancel this batch any more." },
  cancel_under_way: { status: 409, text: "The refund of this batch is under way already." },
  cancel_undecided: {
    status: 409,
    text: "Its customer asks to cancel this batch. Refund it on its page, or go on with it, before its cards are counted.",
  },

  // The way home: the return address, and problems.
  not_on_its_way: { status: 409, text: "This batch is not on its way back. Please reload the page." },
  address_fixed: {
    status: 409,
    text: "Your cards are packed, so the address can't be changed here. Please email us.",
  },
  password_needed: { status: 403, text: "Enter your current password to change the address." },
  address_code_needed: { status: 403, text: "We emailed you a code. Enter it to change the address." },
  address_code_wrong: { status: 400, text: "This code is wrong or has expired. Please try again." },
  address_not_held: { status: 409, text: "Nothing is held anymore. Please reload the page." },
  problem_not_now: {
    status: 409,
    text: "A problem can be told from the parcel on until 30 days after delivery. Please write to us.",
  },
  problem_not_open: { status: 409, text: "This problem is solved. Please reload the page." },
} as const satisfies Record<string, Meaning>;
