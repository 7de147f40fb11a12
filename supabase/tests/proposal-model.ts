import type { ModelOrder, Page } from "./order-model";

/*
 * Rules that hold for proposals after any step: allowed status changes, one event and at most one email per change,
 * no unfinished proposal without a next check, and the quota used.
 */

/** The options for each kind, except paying. */
export const OPTIONS = { short: ["send_rest", "refund"], extra: ["return"], upcharge: ["dispute"] } as const;
type Kind = keyof typeof OPTIONS;
type Status = "proposed" | "accepted" | "declined" | "expired" | "paid" | "refunded" | "withdrawn";

/** A stored proposal. Times are ISO strings. */
export type Proposal = {
  id: string;
  order_id: string;
  kind: Kind;
  qty: number;
  amount_cents: number;
  status: Status;
  chosen_option: string | null;
  counted: number | null;
  deadline_at: string;
  is_pending: boolean;
  reservation_expires_at: string | null;
  quota_month: string | null;
  stripe_session_id: string | null;
  paid_cents: number | null;
  refunded_cents: number;
  next_look_at: string | null;
  /** Staff make the refund because it failed or Stripe can't make it. */
  is_by_hand: boolean;
};
type Mail = { id: number; kind: string; about: string; is_sent: boolean };
/** A history's stored proposals, their event count and their emails. */
export type Snapshot = { proposals: Proposal[]; events: number; mails: Mail[] };

/** A proposal's Checkout Session. */
export type Charge = Page & { proposal: string; isBooked: boolean; dispute: string | null };

const NEXT: Record<Status, Status[]> = {
  proposed: ["accepted", "declined", "expired", "paid", "refunded", "withdrawn"],
  // The customer may change their answer from sending the missing cards to a refund.
  accepted: ["accepted", "declined", "expired", "paid", "refunded", "withdrawn"],
  // A payment always takes precedence.
  declined: ["paid"],
  expired: ["paid"],
  withdrawn: ["paid"],
  paid: ["refunded"],
  // The refund failed later.
  refunded: ["paid", "accepted"],
};

const stateText = ({ status, chosen_option: option }: Proposal) => `${status}:${option}`;

const RESTORED: Status[] = ["proposed", "accepted"];

/** Returns the rules that one database call violated, one sentence each. */
export function findViolations(before: Snapshot, after: Snapshot, isUndo: boolean): string[] {
  const broken: string[] = [];
  const former = new Map(before.proposals.map((one) => [one.id, one]));
  const changed = after.proposals.filter((one) => {
    const was = former.get(one.id);
    if (was && stateText(was) === stateText(one)) return false;
    const isRestored = isUndo && was?.status === "withdrawn" && RESTORED.includes(one.status);
    if (was ? !(isRestored || NEXT[was.status].includes(one.status)) : one.status !== "proposed")
      broken.push(`${one.kind} goes from ${was?.status} to ${one.status}`);
    if (was && one.status === "refunded" && one.kind !== "short" && was.status !== "paid")
      broken.push(`${one.kind} is refunded and was not paid`);
    return true;
  });
  if (after.proposals.length < before.proposals.length) broken.push("a proposal is gone");
  if (after.events - before.events !== changed.length)
    broken.push(`${changed.length} steps have ${after.events - before.events} events`);
  const known = new Set(before.mails.map(({ id }) => id));
  const written = after.mails.filter(({ id }) => !known.has(id)).map(({ about }) => about);
  if (new Set(written).size !== written.length) broken.push(`two mails of one step: ${written}`);
  const ids = new Set(changed.map(({ id }) => id));
  if (!written.every((id) => ids.has(id))) broken.push("a mail without a step");
  return [...broken, ...after.proposals.flatMap((one) => proposalViolations(one, after))];
}

function proposalViolations(one: Proposal, { proposals, mails }: Snapshot): string[] {
  const broken: string[] = [];
  const waits =
    one.is_pending ||
    one.reservation_expires_at !== null ||
    one.status === "proposed" ||
    (one.status === "accepted" && !(one.chosen_option === "refund" && one.is_by_hand));
  if (waits && one.paid_cents === null && one.next_look_at === null)
    broken.push(`the job never checks ${one.kind} ${stateText(one)}, pending ${one.is_pending}`);
  if (one.refunded_cents > (one.paid_cents ?? 0)) broken.push(`${one.kind} is refunded above its payment`);
  if (one.status === "paid" && one.paid_cents !== one.amount_cents)
    broken.push(`${one.kind} of ${one.amount_cents} is paid with ${one.paid_cents}`);
  if (
    one.status !== "proposed" &&
    mails.some(({ about, kind, is_sent }) => about === one.id && kind === "adjustment_proposed" && !is_sent)
  )
    broken.push(`${one.kind} ${one.status} is still asked by mail`);
  const questions = proposals.filter(
    ({ order_id: id, kind, status }) => id === one.order_id && kind !== "upcharge" && status === "proposed",
  );
  if (questions.length > 1) broken.push("two questions about one count");
  return broken;
}

/** Returns the proposals that are still unfinished after every delivery and deadline. */
export const findUnfinished = (
  { proposals }: Snapshot,
  charges: readonly Charge[],
  settled: Set<string>,
): string[] =>
  proposals
    .filter((one) => {
      const isInProgress = charges.some(
        ({ proposal, session, states }) =>
          proposal === one.id &&
          session === one.stripe_session_id &&
          states.at(-1)?.status === "complete" &&
          !states.at(-1)?.hasFailed &&
          // Staff resolve a payment with a different amount.
          (!states.at(-1)?.isPaid || settled.has(session)),
      );
      const isOver = one.status !== "proposed" && (one.status !== "accepted" || one.is_by_hand);
      return isInProgress ? false : !isOver || one.is_pending || one.next_look_at !== null;
    })
    .map(
      (one) => `${one.kind} ${stateText(one)} never ends, pending ${one.is_pending}, at ${one.next_look_at}`,
    );

/** The monthly quota that proposals use in addition to orders: paid or held cards minus refunded cards. */
export function quotaChange(orders: readonly ModelOrder[], { proposals }: Snapshot, now: string): number {
  return proposals.reduce((sum, one) => {
    const order = orders.find(({ id }) => id === one.order_id);
    if (order?.owner !== "member") return sum;
    if (one.kind === "short")
      return sum - (one.status === "refunded" && order.status === "paid" ? one.qty : 0);
    const isHeld =
      one.paid_cents === null &&
      (one.is_pending ||
        (one.reservation_expires_at !== null && Date.parse(one.reservation_expires_at) > Date.parse(now)));
    return sum + (one.quota_month !== null && (one.status === "paid" || isHeld) ? one.qty : 0);
  }, 0);
}
