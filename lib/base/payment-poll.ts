import { wait } from "@/lib/base/time-limit";

/** Refusals that say nothing of the payment: a lost session, a timeout, a question too early or one too many. */
const UNDECIDED = [401, 408, 425, 429];

/** Milliseconds until the next question: 3 s for the first minute, then 15 s. */
export function pollDelayMs(polls: number): number {
  return polls < 20 ? 3_000 : 15_000;
}

/** Whether a status is a definite no of the server; after any other failure nobody knows what was done. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !UNDECIDED.includes(status);
}

/** Whether a failed processing call says that the payment was processed before, which counts as a success. */
export function isProcessedBefore({ status, error }: { status: number; error: string }): boolean {
  return status === 409 || error.includes("Payment already processed");
}

/** What an answer comes to: the state to show, if it changes, and when to ask again. */
export type Verdict<State> = { show?: State; next: "never" | "later" | "at once" };

type PaymentPoll<Answer, State> = {
  /** Asks once. It must end by itself when nobody answers, and never throw: no answer is an answer, too. */
  ask: () => Promise<Answer>;
  judge: (answer: Answer) => Verdict<State>;
  /** Ends everything: the page is left. */
  signal: AbortSignal;
  onState: (state: State) => void;
};

/** Asks what became of a payment until the verdict is final or the page is left. */
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
