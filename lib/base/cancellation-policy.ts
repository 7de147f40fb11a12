export const cancellationPolicy = [
  "Full refund if you cancel before you ship.",
  "After that, ask us, and we'll decide once your package arrives.",
] as const;
