// When to poll a payment, and which responses are final. Shared by follow-payment.ts and follow-success.ts.

import { wait } from "@/lib/base/time-limit";

/** These statuses say nothing about the payment: a lost session, a timeout, a rate limit. */
const UNDECIDED = [401, 408, 425, 429];

export function pollDelayMs(polls: number): number {
  return polls < 20 ? 3_000 : 15_000;
}

/** Returns whether a status is a definite refusal. Any other failure leaves the outcome unknown. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !UNDECIDED.includes(status);
}

/** Returns whether a failure means the payment was already processed, which we show as success. */
export function isProcessedBefore({ status, error }: { status: number; error: string }): boolean {
  return status === 409 || error.includes("Payment already processed");
}

export type Verdict<State> = { show?: State; next: "never" | "later" | "at once" };

type PaymentPoll<Answer, State> = {
  /** Must settle on its own and never throw: `judge` also handles failures. */
  ask: () => Promise<Answer>;
  judge: (answer: Answer) => Verdict<State>;
  signal: AbortSignal;
  onState: (state: State) => void;
};

/** Polls until the verdict is "never" or `signal` aborts, and reports each state to show. */
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
