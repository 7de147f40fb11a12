import { site } from "@/lib/base/site";

const { receivingAddress: to } = site;

/** Sentences that the text and the HTML part of the confirmation share. */
export const words = {
  title: "Payment received",
  intro: "Your batch is booked. Now send us your cards.",
  idHint: "Write it on the outside of the package",
  reason: "You get this mail because an order was paid with this e-mail address.",
  receivingAddress: [to.name, to.line1, `${to.city}, ${to.state} ${to.postalCode}`, to.country],
  shipping: {
    title: "Ship your cards",
    address: "Send your package to",
    label: "Write the batch ID on the outside of the package",
    labelWhy:
      "It is how we match the package to your order the moment it arrives. Or print the label and tape it on.",
    labelAction: "Print label",
    note: "Put a note inside the package that says",
    noteWhy: "The packing slip says it all, with your return address.",
    slipAction: "Print packing slip",
    printDays: (days: number) =>
      `These links open label and slip without signing in for ${days} days. Keep this mail to yourself.`,
  },
  next: {
    title: "What happens next",
    steps: [
      "We count your cards when the package arrives and check them in.",
      "Your graded cards are back in about 2-3 weeks, counted from check-in.",
      "They travel back to the return address of this order.",
    ],
    returnAddress: "Return address",
  },
  track: {
    title: "Track this batch",
    line: "This page shows where your cards are, without an account. Whoever has its link can open it; it shows no name and no address.",
    action: "Track this batch",
  },
  account: {
    title: "All your batches",
    line: "Your dashboard shows this batch and all others, and can end or renew its tracking link.",
    action: "Open your dashboard",
  },
  guest: {
    title: "Keep all your batches together",
    line: "Create an account with this e-mail address, and this order appears on your dashboard.",
    action: "Create an account",
  },
} as const;
