import { site } from "@/lib/base/site";
import type { OrderConfirmationFacts } from "@/lib/email/order-confirmation-facts";
import { words } from "@/lib/email/order-confirmation-words";

/** The confirmation's plain text part: the same facts, for people and programs that read no HTML. */
export function orderConfirmationText(facts: OrderConfirmationFacts): string {
  const { shipping, next } = words;
  const invitation = facts.isGuest ? words.guest : words.account;
  const notes = facts.notes.length > 0 ? ["", "Notes:", ...indented(facts.notes)] : [];
  const receipt = facts.receiptUrl ? ["", `Receipt: ${facts.receiptUrl}`] : [];
  const returnAddress =
    facts.returnAddress.length > 0 ? ["", `${next.returnAddress}:`, ...indented(facts.returnAddress)] : [];
  const { trackUrl } = facts.links;
  const track = trackUrl
    ? [words.track.title.toUpperCase(), "", words.track.line, `${words.track.action}: ${trackUrl}`, ""]
    : [];
  return [
    words.title,
    words.intro,
    "",
    `Batch ID:        ${facts.batchId}`,
    `Order type:      ${facts.orderType}`,
    `Number of cards: ${facts.cards}`,
    `Rate per card:   ${facts.rate}`,
    `Total paid:      ${facts.total} (${facts.sum})`,
    "Payment status:  Paid",
    `Paid on:         ${facts.paidOn}`,
    ...notes,
    ...receipt,
    "",
    shipping.title.toUpperCase(),
    "",
    `1. ${shipping.address}:`,
    ...indented(words.receivingAddress),
    "",
    `2. ${shipping.label}:`,
    ...indented([facts.batchId, shipping.labelWhy, `${shipping.labelAction}: ${facts.links.labelUrl}`]),
    "",
    `3. ${shipping.note}:`,
    ...indented(noteInside(facts).map(({ label, value }) => `${label}: ${value}`)),
    ...indented([shipping.noteWhy, `${shipping.slipAction}: ${facts.links.slipUrl}`]),
    "",
    shipping.printDays(facts.links.printDays),
    "",
    next.title.toUpperCase(),
    "",
    ...next.steps.map((step, index) => `${index + 1}. ${step}`),
    ...returnAddress,
    "",
    ...track,
    invitation.line,
    `${invitation.action}: ${facts.accountUrl}`,
    "",
    "-- ",
    `${site.name}. Questions? Write to ${site.contactEmail}.`,
    words.reason,
    "",
  ].join("\n");
}

/** What the note inside the package says. */
export function noteInside(facts: OrderConfirmationFacts): { label: string; value: string }[] {
  return [
    { label: "Full name", value: facts.to.name || "(your full name)" },
    { label: "E-mail", value: facts.to.address },
    { label: "Batch ID", value: facts.batchId },
    { label: "Total paid", value: facts.total },
  ];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `   ${line}`);
}
