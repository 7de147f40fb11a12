/**
 * Holds why a batch cannot be canceled, and why staff cannot let it go on: part of errorCodes. All are 409: the page shows what is no
 * longer so, and no money has moved.
 */
export const cancellationErrorCodes = {
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
} as const;
