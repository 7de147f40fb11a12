/**
 * Holds why the answer to a proposal, or its payment, is refused, or a batch for its sake: part of errorCodes. 409 for what is
 * decided, over, being paid or another amount by now; nothing was charged.
 */
export const adjustmentErrorCodes = {
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
} as const;
