/**
 * Holds why a word of the customer about the way home is refused, and an answer of staff: part of errorCodes. 409 for what is
 * not so any more, 429 for too many messages of one day.
 */
export const homewardErrorCodes = {
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
} as const;
