/**
 * Holds why what a customer says of the way to us is refused: part of errorCodes. 409 for what is no longer so, 422 for a day that
 * cannot be.
 */
export const inboundErrorCodes = {
  inbound_arrived: { status: 409, text: "Your package is here already. Please reload the page." },
  inbound_canceled: { status: 409, text: "This batch is canceled, so there is nothing to ship any more." },
  inbound_not_paid: { status: 409, text: "This batch is not paid, so there is nothing to ship yet." },
  inbound_not_shipped: { status: 409, text: "Please say first when you shipped the package." },
  inbound_canceling: {
    status: 409,
    text: "You asked to cancel this batch. Withdraw that first.",
  },
  inbound_bad_date: { status: 422, text: null },
} as const;
