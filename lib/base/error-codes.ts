import { messages } from "@/lib/base/messages";
import { sharedMessages } from "@/lib/base/shared-messages";

/** `text` is null if every caller that throws the code supplies its own. */
const error = <const Text extends string | null>(status: number, text: Text) => ({ status, text });

/** Every error code of the API. Don't rename one in use: pages already open compare codes, never texts. */
export const errorCodes = {
  // Malformed, cross-site, not found or rate-limited. Except for not_found, nothing has been done yet.
  invalid_input: error(400, "This request is incomplete. Please reload the page and try again."),
  invalid_json: error(400, "This request isn't valid JSON."),
  nested_too_deeply: error(400, "This request is nested too deeply."),
  unreadable_text: error(400, "Some characters can't be saved. Please remove them and try again."),
  foreign_origin: error(403, "This request came from another site. Please reload the page and try again."),
  not_found: error(404, "Not found."),
  wrong_method: error(405, "This endpoint doesn't support this method."),
  too_large: error(413, "This request is too large."),
  not_json: error(415, "Send this request as JSON."),
  rate_limited: error(429, messages.tooManyRequests),

  // 500: our bug, which is logged. 503: a service doesn't respond, or the deadline passed while the work continues.
  unexpected: error(500, messages.unexpected),
  database_failed: error(500, "Something went wrong on our end. Please try again."),
  too_slow: error(503, "This is taking longer than it should."),
  database_unavailable: error(503, "Our system isn't responding right now."),
  auth_unavailable: error(503, "Our login service isn't responding right now."),
  payments_unavailable: error(503, "The payment service isn't responding right now."),

  // Authentication (401) and permission (403).
  sign_in_required: error(401, "Please log in to continue."),
  scheduler_secret_wrong: error(
    401,
    "The scheduler secret is missing or wrong. Send CRON_SECRET as a bearer token.",
  ),
  other_account: error(403, "You're logged in to a different account. Please reload the page."),
  not_allowed: error(403, "You don't have permission to do this."),
  staff_only: error(403, "Only staff can do this."),
  owner_only: error(403, "Only an owner can do this."),
  staff_eyes_only: error(403, "Only staff can see this."),

  // Login and account (/api/auth/*).
  no_session: error(401, "Your session has ended. Please log in again."),
  session_too_large: error(
    400,
    "Your profile has too much data to keep you logged in. Please contact support.",
  ),
  login_refused: error(401, sharedMessages.loginRefused),
  email_not_confirmed: error(401, null),
  already_registered: error(400, sharedMessages.alreadyRegistered),
  auth_refused: error(400, null),
  auth_misconfigured: error(500, null),
  link_refused: error(400, null),
  claim_refused: error(
    400,
    "This link has expired or was already used. Email us if a batch is in the wrong account.",
  ),
  current_password_wrong: error(400, sharedMessages.currentPasswordWrong),
  code_needed: error(403, "Enter the code from your authenticator app."),
  code_wrong: error(400, "That code is incorrect. Please enter the one your app shows now."),
  same_email: error(400, "This is already your email address."),
  email_refused: error(400, "We can't use this email address. Please enter a different one."),
  mail_not_sent: error(502, "We couldn't send the email. Check the address, or try again in a few minutes."),
  second_factor_off: error(404, "Two-step sign-in isn't available."),
  authenticator_on: error(409, "Two-step sign-in is already on. Please reload the page."),
  authenticator_missing: error(400, "This account has no authenticator app."),
  enrollment_ended: error(400, "This setup has expired. Please start over."),
  provider_not_offered: error(400, "We can't connect this account. Please reload the page."),
  last_identity: error(409, "This is your only way to log in. Connect another account first."),

  // No Checkout Session was opened, nothing was charged. 409: stale page. 502: Stripe rejected the request.
  price_changed: error(409, "The price changed. Please check the new total and try again."),
  over_allowance: error(409, null),
  too_soon: error(409, sharedMessages.tooSoon),
  already_paid: error(409, "This batch is already paid for. It's on your dashboard."),
  payment_in_progress: error(409, "Your payment is processing. We'll email you when it goes through."),
  payment_superseded: error(409, "You started a newer payment. Please finish that one, or start over."),
  checkout_failed: error(502, sharedMessages.checkoutFailed),
  invalid_plan: error(400, sharedMessages.invalidPlan),
  no_billing: error(404, "You don't have a billing account yet. Choose a plan first."),
  // The outcome of a payment. A payment in progress isn't an error and returns `status: "pending"`.
  order_payment_unknown: error(404, sharedMessages.invalidPayment),
  payment_of_other_order: error(400, sharedMessages.invalidPayment),
  payment_of_other_account: error(
    403,
    "This payment belongs to another account. Log in to that one to see it.",
  ),
  membership_payment_unknown: error(404, sharedMessages.paymentNotFound),
  payment_not_completed: error(402, "This payment wasn't completed. You haven't been charged."),
  payment_refunded: error(422, "This batch was canceled and the payment refunded."),
  payment_changed: error(422, "Our team changed this payment. Please contact support."),
  payment_failed: error(422, "Failed to process payment. We've notified our team and will contact you."),
  order_unpaid: error(409, "This batch isn't paid for yet. We'll email your confirmation when it is."),

  // Stripe events. 400: not from Stripe, or of the other mode. 500: Stripe retries the delivery.
  signature_missing: error(400, "The signature is missing."),
  signature_wrong: error(400, "The signature doesn't match."),
  other_mode: error(400, "This event is from a different Stripe mode."),
  event_failed: error(500, "We couldn't process this event. Please retry."),

  // Staff actions. 404: not found. 409: someone else changed it. 422: a reason is required. No money has moved,
  // except that after refund_unconfirmed it is uncertain.
  user_id_missing: error(400, sharedMessages.noUserId),
  profile_not_found: error(404, sharedMessages.noProfile),
  order_not_found: error(404, "We couldn't find this order."),
  order_changed: error(409, "Someone else changed this order. Review their changes, then save again."),
  not_promised: error(422, "We don't have these cards, so there's nothing to delay."),
  reason_required: error(422, "Please enter a reason for changing the payment."),
  order_all_refunded: error(
    409,
    "This order is fully refunded. To pay again, the customer needs to start a new batch.",
  ),
  received_before: error(409, "This batch is already checked in. Recount it only if you need to."),
  order_without_payment: error(409, "Stripe has no payment for this order."),
  action_not_found: error(404, "It's too late to undo this. Please change the order instead."),
  package_not_found: error(404, "We couldn't find this package."),
  package_matched: error(409, "This package is already matched. Please reload the page."),
  exception_not_found: error(404, "We couldn't find this entry."),
  exception_settled: error(409, "Someone else already resolved this."),
  exception_paid_before: error(
    409,
    "Another payment was recorded first. Reload the page to see what to do now.",
  ),
  exception_all_refunded: error(
    409,
    "This payment was fully refunded, so there's no amount to accept. Click “Resolve…”.",
  ),
  exception_no_amount: error(409, "This entry has no amount to accept."),
  mail_not_found: error(404, "We couldn't find this email."),
  mail_in_progress: error(409, "This email is already being sent."),
  event_in_progress: error(409, "This event has already been processed or is queued."),
  member_refused: error(409, null),
  refund_not_by_card: error(409, "This order wasn't paid through Stripe, so it can't be refunded there."),
  refund_outdated: error(409, "This order has been refunded since you opened it. Please reload the page."),
  refund_in_progress: error(
    409,
    "Another refund for this order is still pending. Please finish that one first.",
  ),
  refund_form_reused: error(409, "This form was already used for another refund. Please reload the page."),
  /** The amount is above the limit and requires an owner or a fresh second factor. */
  second_factor_due: error(403, null),
  refund_too_much: error(422, null),
  refund_refused: error(422, null),
  refund_unconfirmed: error(
    503,
    "Stripe didn't respond, so we don't know yet if the refund went through. Trying again won't refund it twice.",
  ),

  // Packages, grader shipments and returns. 409: stale, unresolved, or needs a confirmation.
  set_aside_changed: error(409, "Someone else changed this first. Review the set-aside packages again."),
  package_changed: error(409, "Someone else changed this package. Review their changes, then try again."),
  shipment_not_found: error(404, "We couldn't find this shipment."),
  shipment_changed: error(409, "Someone else changed this shipment. Review it, then try again."),
  shipment_not_open: error(409, "This shipment is closed, so you can't add batches."),
  shipment_not_empty: error(409, "This shipment has batches or is closed, so you can't delete it."),
  shipment_empty: error(409, "This shipment has no batches."),
  shipment_not_ahead: error(
    409,
    "This shipment is still open or already at that step. Please reload the page.",
  ),
  shipment_refused: error(409, "Some batches can't ship yet. Remove them or resolve their problems."),
  cards_differ: error(409, null),
  code_unknown: error(404, "No batch has this ID. Check the label and scan again."),
  code_ambiguous: error(409, null),
  not_in_shipment: error(409, "This batch is no longer in this shipment."),
  graded_in_shipment: error(409, "This batch is graded, so it can't be removed from this shipment."),
  return_refused: error(409, null),
  number_of_other_owner: error(409, null),
  number_of_other_address: error(409, null),
  reason_for_odd: error(422, null),
  same_box: error(409, null),

  // Photos. Nothing was stored.
  storage_unavailable: error(503, "Our photo storage isn't responding right now."),
  photo_too_large: error(413, sharedMessages.photoTooLarge),
  photo_heic: error(
    415,
    "Most browsers can't show HEIC photos. Set your camera to “Most Compatible” or upload a JPEG.",
  ),
  photo_unknown: error(415, "This file isn't a JPEG, PNG or WebP photo. Please choose another one."),
  photo_unreadable: error(422, "We can't read this photo. Please take it again."),
  photo_too_many_pixels: error(422, "This photo has too many pixels. Please take it at a lower resolution."),
  photos_full: error(409, "This package already has six photos. Remove one to add another."),
  photo_not_found: error(404, "This photo no longer exists."),

  // Proposals. 409: already decided, expired, being paid, or the amount changed. Nothing was charged.
  adjustment_price_changed: error(409, "The price changed. Please check the new amount and decide again."),
  adjustment_paid: error(409, "You've already paid this. Thank you."),
  adjustment_in_progress: error(409, "Your payment is processing. We'll email you when it goes through."),
  adjustment_decided: error(409, "This has already been decided. Please reload the page."),
  adjustment_withdrawn: error(409, "We no longer need an answer. There's nothing you need to do."),
  adjustment_too_late: error(409, "The deadline has passed. Please email us."),
  adjustment_no_option: error(400, "This option isn't available. Please reload the page."),
  adjustment_not_here: error(
    409,
    "You can ask for an upcharge only after a paid batch leaves for the grader and before it ships back.",
  ),
  adjustment_too_many: error(422, "That's more cards than we counted."),
  adjustment_not_open: error(409, "This question is already settled. Please reload the page."),

  // Inbound shipment. 409: stale. 422: impossible date.
  inbound_arrived: error(409, "Your package has already arrived. Please reload the page."),
  inbound_canceled: error(409, "This batch is canceled. Please don't ship it."),
  inbound_not_paid: error(409, "This batch isn't paid for yet. Please pay before you ship."),
  inbound_not_shipped: error(409, "First tell us when you shipped the package."),
  inbound_canceling: error(409, "You asked to cancel this batch. Choose “Keep this batch” first."),
  inbound_bad_date: error(422, null),

  // Cancellation. The page is stale, and no money has moved.
  cancel_arrived: error(409, "Your package has arrived, so you can't cancel here. Please email us."),
  cancel_not_paid: error(409, "This batch isn't paid for, so there's nothing to cancel."),
  cancel_changed: error(409, "The refund amount changed. Please check it and try again."),
  cancel_not_asked: error(409, "This cancellation request was withdrawn."),
  cancel_in_progress: error(409, "The refund for this batch is already in progress."),
  cancel_undecided: error(
    409,
    "The customer asked to cancel this batch. Refund it or decline the request on the order page before you count the cards.",
  ),

  // Return shipment: address and problems.
  not_on_its_way: error(409, "This batch isn't on its way back. Please reload the page."),
  address_fixed: error(409, "Your cards are packed, so you can't change the address here. Please email us."),
  password_needed: error(403, "Enter your current password to change the address."),
  address_code_needed: error(403, "We emailed you a code. Enter it to change the address."),
  address_code_wrong: error(400, "This code is wrong or has expired. Please try again."),
  address_not_held: error(409, "This hold has already ended. Please reload the page."),
  problem_not_now: error(
    409,
    "You can report a problem here from the day your cards ship back until 30 days after delivery. At any other time, please email us.",
  ),
  problem_not_open: error(409, "This problem is already resolved. Please reload the page."),
};
