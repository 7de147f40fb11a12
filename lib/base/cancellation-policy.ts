/** Says when a batch can be canceled before it is here: on the submit page before the payment, and on the page about refunds. */
export const cancellationPolicy = [
  "Free cancellation until you ship: the whole price comes back.",
  "After that you can still ask; we answer when the package is here.",
] as const;
