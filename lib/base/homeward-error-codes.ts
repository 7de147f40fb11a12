/**
 * Holds why a word of the customer about the way home is refused, and an answer of staff: part of errorCodes. 409 for what is
 * not so any more, 429 for too many messages of one day.
 */
export const homewardErrorCodes = {
  not_on_its_way: { status: 409, text: "This batch is not on its way back. Please reload the page." },
  address_asked_no_more: {
    status: 409,
    text: "Your profile or this batch has changed meanwhile. Please reload the page.",
  },
  address_decided: { status: 409, text: "This was decided in the meantime. Please reload the page." },
  address_too_late: { status: 409, text: "The time to decide is over. Please write to us." },
  address_not_open: { status: 409, text: "There is nothing to settle any more. Please reload the page." },
  problem_not_now: {
    status: 409,
    text: "A problem can be told from the parcel on until 30 days after delivery. Please write to us.",
  },
  problem_too_many: { status: 429, text: "That is a lot for one day. Please wait for our answer." },
  problem_not_open: { status: 409, text: "This problem is closed. Please reload the page." },
} as const;
