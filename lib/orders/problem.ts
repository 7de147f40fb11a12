import type { HomewardFacts } from "@/lib/orders/schema";

const STEPS: Record<string, string> = {
  reported: "Something is wrong with the cards or their return shipping",
  written: "More about what is wrong",
  answered: "Answered what is wrong",
  closed: "What was wrong is settled",
  reopened: "What was wrong is not settled after all",
};

/** Puts a step of a problem as an order's event stores it into words, for customers and staff alike. */
export function problemEventWords(stored: string | null): string {
  return STEPS[stored ?? ""] ?? "News about what is wrong";
}

/** Says in a word what an order's open problem waits for, for staff; `waiting_since` is null once it was answered. */
export function problemMark({ waiting_since: since }: { waiting_since: string | null }): string {
  return since === null ? "Problem, answered" : "Problem, waits for an answer";
}

/** Says how a problem stands, for its customer. */
export function problemStanding({
  is_open: isOpen,
  is_answered: isAnswered,
}: NonNullable<HomewardFacts["problem"]>): string {
  if (!isOpen) return "Settled";
  return isAnswered ? "We have answered you" : "We read it and answer you by email";
}
