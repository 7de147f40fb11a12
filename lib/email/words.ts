/** Holds the sentences that the mails about an order share. */
export const orderWords = {
  reason: "You get this email because an order was paid with this email address.",
  next: "What happens next",
  turnaround: "Your graded cards are back in about 2-3 weeks, counted from check-in.",
  wayBack: "They travel back to the return address of this batch.",
  track: {
    title: "Track this batch",
    line: "This page shows where your cards are. Whoever has its link can follow the batch without an account and answer our questions about it; it shows no name and no address.",
  },
} as const;
