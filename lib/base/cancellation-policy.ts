/** Says when a batch can be canceled before it is here: on the submit page before the payment, and on the page about refunds. */
export const cancellationPolicy = [
  "Until you have shipped it, you can cancel your batch with one press and get the whole price back.",
  "When it is on its way to us, the same button asks us to cancel: we decide when it is here.",
] as const;
