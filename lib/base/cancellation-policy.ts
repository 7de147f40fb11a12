/** Shared by the submit page and the refund policy. */
export const cancellationPolicy = [
  "Free cancellation until you ship: the whole price comes back.",
  "After that you can still ask; we answer when the package is here.",
] as const;
