import { messages } from "@/lib/base/messages";
import { sharedMessages } from "@/lib/base/shared-messages";

/** `text` is null if the caller that throws the code supplies one. */
type Meaning = { status: number; text: string | null };

/**
 * Every error code of the API, with its status and text. Responses carry both, and screens compare codes, never texts.
 * Don't rename a code in use, since open pages know it.
 */
export const errorCodes = {
  // Malformed, cross-site, unknown or too many. Except for not_found, nothing has been done yet.
  invalid_input: { status: 400, text: "This request is incomplete. Please reload the page and try again." },
  invalid_json: { status: 400, text: "This request isn't valid JSON." },
  nested_too_deeply: { status: 400, text: "This request is nested too deeply." },
  unreadable_text: { status: 400, text: "Some characters can't be saved. Please remove them and try again." },
  foreign_origin: {
    status: 403,
    text: "This request came from another site. Please reload the page and try again.",
  },
  not_found: { status: 404, text: "Not found." },
  wrong_method: { status: 405, text: "This endpoint doesn't support this method." },
  too_large: { status: 413, text: "This request is too large." },
  not_json: { status: 415, text: "Send this request as JSON." },
  rate_limited: { status: 429, text: messages.tooManyRequests },

  // 500: our bug, which is logged. 503: a service doesn't respond, or the deadline passed while the work continues.
  unexpected: { status: 500, text: messages.unexpected },
  database_failed: { status: 500, text: "Something went wrong on our end. Please try again." },
  too_slow: { status: 503, text: "This is taking longer than it should." },
  database_unavailable: { status: 503, text: "Our system isn't responding right now." },
  auth_unavailable: { status: 503, text: "Our login service isn't responding right now." },
  payments_unavailable: { status: 503, text: "The payment service isn't responding right now." },

  // Authentication (401) and permission (403).
  sign_in_required: { status: 401, text: "Please log in to continue." },
  scheduler_secret_wrong: {
    status: 401,
    text: "The scheduler secret is missing or wrong. Send CRON_SECRET as a bearer token.",
  },
  other_account: { status: 403, text: "You're logged in to a different account. Please reload the page." },
  not_allowed: { status: 403, text: "You don't have permission to do this." },
  staff_only: { status: 403, text: "Only staff can do this." },
  owner_only: { status: 403, text: "Only an owner can do this." },
  staff_eyes_only: { status: 403, text: "Only staff can see this." },

  // Logging in and the account (/api/auth/*).
  no_session: { status: 401, text: "Your session has ended. Please log in again." },
  session_too_large: {
    status: 400,
    text: "Your profile has too much data to keep you logged in. Please contact support.",
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
  code_needed: { status: 403, text: "Enter the code from your authenticator app." },
  code_wrong: { status: 400, text: "That code is incorrect. Please enter the one your app shows now." },
  same_email: { status: 400, text: "This is already your email address." },
  email_refused: { status: 400, text: "We can't use this email address. Please enter a different one." },
  mail_not_sent: {
    status: 502,
    text: "We couldn't send the email. Check the address, or try again in a few minutes.",
  },
  second_factor_off: { status: 404, text: "Two-step sign-in isn't available." },
  authenticator_on: { status: 409, text: "Two-step sign-in is already on. Please reload the page." },
  authenticator_missing: { status: 400, text: "This account has no authenticator app." },
  enrollment_ended: { status: 400, text: "This setup has expired. Please start over." },
  provider_not_offered: { status: 400, text: "We can't connect this account. Please reload the page." },
  last_identity: { status: 409, text: "This is your only way to log in. Connect another account first." },

  // No payment page was opened, and nothing was charged. 409: the page is stale. 502: the payment service refused.
  price_changed: { status: 409, text: "The price changed. Please check the new total and try again." },
  over_allowance: { status: 409, text: null },
  too_soon: { status: 409, text: sharedMessages.tooSoon },
  already_paid: { status: 409, text: "This batch is already paid for. It's on your dashboard." },
  payment_in_progress: {
    status: 409,
    text: "Your payment is processing. We'll email you when it goes through.",
  },
  payment_superseded: {
    status: 409,
    text: "A newer payment was started. Please finish that one, or try again.",
  },
  checkout_failed: { status: 502, text: sharedMessages.checkoutFailed },
  invalid_plan: { status: 400, text: sharedMessages.invalidPlan },
  no_billing: { status: 404, text: "You don't have a billing account yet. Choose a plan first." },
  // The outcome of a payment. A payment in progress is no error but `status: "pending"`.
  order_payment_unknown: { status: 404, text: sharedMessages.invalidPayment },
  payment_of_other_order: { status: 400, text: sharedMessages.invalidPayment },
  payment_of_other_account: {
    status: 403,
    text: "This payment belongs to another account. Log in to that one to see it.",
  },
  membership_payment_unknown: { status: 404, text: sharedMessages.paymentNotFound },
  payment_not_completed: { status: 402, text: "This payment wasn't completed. You haven't been charged." },
  payment_refunded: { status: 422, text: "This batch was canceled and the payment refunded." },
  payment_changed: { status: 422, text: "Our team changed this payment. Please contact support." },
  payment_failed: {
    status: 422,
    text: "Failed to process payment. We've notified our team and will contact you.",
  },
  order_unpaid: {
    status: 409,
    text: "This batch isn't paid for yet. We'll email your confirmation when it is.",
  },

  // Stripe events. 400: not from Stripe, or of the other mode. 500: Stripe delivers it again.
  signature_missing: { status: 400, text: "The signature is missing." },
  signature_wrong: { status: 400, text: "The signature doesn't match." },
  other_mode: { status: 400, text: "This event is from a different Stripe mode." },
  event_failed: { status: 500, text: "We couldn't process this event. Please retry." },

  // Staff actions. 404: unknown. 409: someone else changed it. 422: a reason is needed. No money has moved, except that
  // after refund_unconfirmed it is unknown.
  user_id_missing: { status: 400, text: sharedMessages.noUserId },
  profile_not_found: { status: 404, text: sharedMessages.noProfile },
  order_not_found: { status: 404, text: "We couldn't find this order." },
  order_changed: {
    status: 409,
    text: "Someone else changed this order. Review their changes, then save again.",
  },
  not_promised: { status: 422, text: "We don't have these cards, so there's nothing to delay." },
  reason_required: { status: 422, text: "Please enter a reason for changing the payment." },
  order_all_refunded: {
    status: 409,
    text: "This order is fully refunded. To pay again, the customer needs to start a new batch.",
  },
  received_before: { status: 409, text: "This batch is already checked in. Recount it only if you need to." },
  order_without_payment: { status: 409, text: "Stripe has no payment for this order." },
  action_not_found: {
    status: 404,
    text: "It's too late to undo this. Please change the order instead.",
  },
  package_not_found: { status: 404, text: "We couldn't find this package." },
  package_matched: { status: 409, text: "This package is already matched. Please reload the page." },
  exception_not_found: { status: 404, text: "We couldn't find this entry." },
  exception_settled: { status: 409, text: "Someone else already resolved this." },
  exception_paid_before: {
    status: 409,
    text: "Another payment was recorded first. Reload the page to see what to do now.",
  },
  exception_all_refunded: {
    status: 409,
    text: "This payment was fully refunded, so there's no amount to accept. Click “Resolve…”.",
  },
  exception_no_amount: {
    status: 409,
    text: "This entry has no amount to accept.",
  },
  mail_not_found: { status: 404, text: "We couldn't find this email." },
  mail_in_progress: { status: 409, text: "This email is already being sent." },
  event_in_progress: { status: 409, text: "This event has already been processed or is queued." },
  member_refused: { status: 409, text: null },
  refund_not_by_card: {
    status: 409,
    text: "This order wasn't paid through Stripe, so it can't be refunded there.",
  },
  refund_outdated: {
    status: 409,
    text: "This order has been refunded since you opened it. Please reload the page.",
  },
  refund_in_progress: {
    status: 409,
    text: "Another refund of this order is still pending. Please finish that one first.",
  },
  refund_form_reused: {
    status: 409,
    text: "This form was already used for another refund. Please reload the page.",
  },
  /** The amount is above the limit. Needs an owner, or a second factor used just now. */
  second_factor_due: { status: 403, text: null },
  refund_too_much: { status: 422, text: null },
  refund_refused: { status: 422, text: null },
  refund_unconfirmed: {
    status: 503,
    text: "Stripe didn't respond, so we don't know yet if the refund went through. Trying again won't refund it twice.",
  },

  // Packages, grader shipments and returns. 409: stale, unresolved, or asked once for confirmation.
  set_aside_changed: {
    status: 409,
    text: "Someone else changed this first. Check the packages set aside again.",
  },
  package_changed: {
    status: 409,
    text: "Someone else changed this package. Review their changes, then try again.",
  },
  shipment_not_found: { status: 404, text: "We couldn't find this shipment." },
  shipment_changed: {
    status: 409,
    text: "Someone else changed this shipment. Review it, then try again.",
  },
  shipment_not_open: { status: 409, text: "This shipment is closed, so you can't add batches." },
  shipment_not_empty: {
    status: 409,
    text: "This shipment has batches or is closed, so you can't delete it.",
  },
  shipment_empty: { status: 409, text: "This shipment has no batches." },
  shipment_not_ahead: { status: 409, text: "This shipment is open or already at that step." },
  shipment_refused: {
    status: 409,
    text: "Some batches can't ship yet. Remove them or resolve their problems.",
  },
  cards_differ: { status: 409, text: null },
  code_unknown: { status: 404, text: "No batch has this ID. Check the label and scan again." },
  code_ambiguous: { status: 409, text: null },
  not_in_shipment: { status: 409, text: "This batch is no longer in this shipment." },
  graded_in_shipment: {
    status: 409,
    text: "This batch is graded, so it can't be removed from this shipment.",
  },
  return_refused: { status: 409, text: null },
  number_of_other_owner: { status: 409, text: null },
  number_of_other_address: { status: 409, text: null },
  reason_for_odd: { status: 422, text: null },
  same_box: { status: 409, text: null },

  // Photos. Nothing was stored.
  storage_unavailable: { status: 503, text: "Our photo storage isn't responding right now." },
  photo_too_large: { status: 413, text: sharedMessages.photoTooLarge },
  photo_heic: {
    status: 415,
    text: "Most browsers can't show HEIC photos. Set your camera to “Most Compatible” or upload a JPEG.",
  },
  photo_unknown: {
    status: 415,
    text: "This file isn't a JPEG, PNG or WebP photo. Please choose another one.",
  },
  photo_unreadable: { status: 422, text: "We can't read this photo. Please take it again." },
  photo_too_many_pixels: {
    status: 422,
    text: "This photo has too many pixels. Please take it at a lower resolution.",
  },
  photos_full: {
    status: 409,
    text: "This package already has six photos. Remove one to add another.",
  },
  photo_not_found: { status: 404, text: "This photo no longer exists." },

  // Proposals. 409: already decided, over, being paid, or the amount changed. Nothing was charged.
  adjustment_price_changed: {
    status: 409,
    text: "The price changed. Please check the new amount and decide again.",
  },
  adjustment_paid: { status: 409, text: "You've already paid this. Thank you." },
  adjustment_in_progress: {
    status: 409,
    text: "Your payment is processing. We'll email you when it goes through.",
  },
  adjustment_decided: { status: 409, text: "This has already been decided. Please reload the page." },
  adjustment_withdrawn: { status: 409, text: "We no longer need an answer. There's nothing you need to do." },
  adjustment_too_late: { status: 409, text: "The deadline has passed. Please email us." },
  adjustment_no_option: { status: 400, text: "This option isn't available. Please reload the page." },
  adjustment_not_here: {
    status: 409,
    text: "You can ask for an upcharge only after a paid batch leaves for the grader and before it ships back.",
  },
  adjustment_too_many: { status: 422, text: "That's more cards than we counted." },
  adjustment_not_open: { status: 409, text: "This question is already settled. Please reload the page." },

  // Inbound shipment. 409: stale. 422: impossible date.
  inbound_arrived: { status: 409, text: "Your package has already arrived. Please reload the page." },
  inbound_canceled: { status: 409, text: "This batch is canceled. Please don't ship it." },
  inbound_not_paid: { status: 409, text: "This batch isn't paid for yet. Please pay before you ship." },
  inbound_not_shipped: { status: 409, text: "First tell us when you shipped the package." },
  inbound_canceling: {
    status: 409,
    text: "You asked to cancel this batch. Withdraw that request first.",
  },
  inbound_bad_date: { status: 422, text: null },

  // Cancellation. The page is stale, and no money has moved.
  cancel_arrived: {
    status: 409,
    text: "Your package has arrived, so you can't cancel here. Please email us.",
  },
  cancel_not_paid: { status: 409, text: "This batch isn't paid for, so there's nothing to cancel." },
  cancel_changed: {
    status: 409,
    text: "The refund amount changed. Please check it and try again.",
  },
  cancel_not_asked: { status: 409, text: "This cancellation request was withdrawn." },
  cancel_in_progress: { status: 409, text: "The refund for this batch is already in progress." },
  cancel_undecided: {
    status: 409,
    text: "The customer asked to cancel this batch. Refund it or decline the request on the order page before you count the cards.",
  },

  // Return shipment: address and problems.
  not_on_its_way: { status: 409, text: "This batch isn't on its way back. Please reload the page." },
  address_fixed: {
    status: 409,
    text: "Your cards are packed, so you can't change the address here. Please email us.",
  },
  password_needed: { status: 403, text: "Enter your current password to change the address." },
  address_code_needed: { status: 403, text: "We emailed you a code. Enter it to change the address." },
  address_code_wrong: { status: 400, text: "This code is wrong or has expired. Please try again." },
  address_not_held: { status: 409, text: "This hold has already ended. Please reload the page." },
  problem_not_now: {
    status: 409,
    text: "You can report a problem here from the day your cards ship back until 30 days after delivery. At any other time, please email us.",
  },
  problem_not_open: { status: 409, text: "This problem is already resolved. Please reload the page." },
} as const satisfies Record<string, Meaning>;
