import { wait } from "@/lib/base/time-limit";

/*
 * Two pages wait for a payment that the payment service has yet to tell of: the confirmation of an order and that of a
 * membership. Both ask their endpoint again and again by this loop, and judge the answers themselves.
 */

/** Refusals that say nothing of the payment: a lost session, a timeout, a question too early or one too many. */
const UNDECIDED = [401, 408, 425, 429];

/** Answers the milliseconds to wait after `polls` questions: 3 s for the first minute, then 15 s. */
export function pollDelayMs(polls: number): number {
  return polls < 20 ? 3_000 : 15_000;
}

/** Tells whether an HTTP status is the server's definite no. After any other failure nobody knows what was done. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !UNDECIDED.includes(status);
}

/** Tells whether a failed answer says that the payment was processed before, which people are shown as a success. */
export function isProcessedBefore({ status, error }: { status: number; error: string }): boolean {
  return status === 409 || error.includes("Payment already processed");
}

/** Tells what an answer comes to: the state to show, where it changes, and when to ask again. */
export type Verdict<State> = { show?: State; next: "never" | "later" | "at once" };

type PaymentPoll<Answer, State> = {
  /**
   * Asks the endpoint once. It must end by itself and never throw: that nobody answers is an answer for `judge`, too.
   */
  ask: () => Promise<Answer>;
  judge: (answer: Answer) => Verdict<State>;
  /** Is aborted when the page is left, which ends the poll. */
  signal: AbortSignal;
  onState: (state: State) => void;
};

/**
 * Asks what became of a payment until the verdict is "never" (ask again) or the page is left, and calls `onState`
 * with each state to show. After the page is left, `onState` is not called any more.
 */
export async function pollPayment<Answer, State>(poll: PaymentPoll<Answer, State>): Promise<void> {
  const { ask, judge, signal, onState } = poll;
  for (let polls = 0; ; polls++) {
    const answer = await ask();
    if (signal.aborted) return;
    const { show, next } = judge(answer);
    if (show !== undefined) onState(show);
    if (next === "never") return;
    if (next === "later") await wait(pollDelayMs(polls), signal);
    if (signal.aborted) return;
  }
}
