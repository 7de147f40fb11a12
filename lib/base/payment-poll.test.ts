import {
  isProcessedBefore,
  isRefusal,
  pollDelayMs,
  pollPayment,
  type Verdict,
} from "@/lib/base/payment-poll";
import { wait } from "@/lib/base/time-limit";

test("asks every 3 s for a minute, then every 15 s", () => {
  const delays = Array.from({ length: 22 }, (_, polls) => pollDelayMs(polls));
  expect(delays.slice(0, 20).reduce((sum, delay) => sum + delay, 0)).toBe(60_000);
  expect(delays.slice(20)).toEqual([15_000, 15_000]);
});

test("only 4xx is a definite no, and four of them are none", () => {
  for (let status = 0; status <= 599; status++) {
    const isNo = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
    expect([status, isRefusal(status)]).toEqual([status, isNo]);
  }
});

test.each([0, 200, 401, 408, 425, 429, 500, 503])("after %i nobody knows what was done", (status) => {
  expect(isRefusal(status)).toBe(false);
});

test.each([
  [409, "", true],
  [409, "Busy.", true],
  [400, "Payment already processed", true],
  [500, "Error: Payment already processed.", true],
  [400, "Failed to process payment", false],
  [0, "", false],
])("%i %j: processed before is %p", (status, error, expected) => {
  expect(isProcessedBefore({ status, error })).toBe(expected);
});

describe("pollPayment", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Polls against these verdicts in turn, the last one again and again; each comes after `answerMs`. */
  function start(answerMs: number, ...verdicts: Verdict<string>[]) {
    const stop = new AbortController();
    const states: string[] = [];
    const askedAt: number[] = [];
    const begun = Date.now();
    const done = pollPayment<Verdict<string>, string>({
      ask: async () => {
        askedAt.push(Date.now() - begun);
        await wait(answerMs, new AbortController().signal);
        return verdicts.length > 1 ? (verdicts.shift() as Verdict<string>) : (verdicts[0] as Verdict<string>);
      },
      judge: (verdict) => verdict,
      signal: stop.signal,
      onState: (state) => states.push(state),
    });
    return { stop, states, askedAt, done };
  }

  test("a final verdict ends it", async () => {
    const { states, askedAt, done } = start(0, { show: "yes", next: "never" });
    await jest.advanceTimersByTimeAsync(0);
    await done;
    expect([states, askedAt]).toEqual([["yes"], [0]]);
  });

  test("without a state nothing is shown, and the next question may come at once", async () => {
    const { states, askedAt, done } = start(0, { next: "at once" }, { show: "yes", next: "never" });
    await jest.advanceTimersByTimeAsync(10);
    await done;
    expect([states, askedAt]).toEqual([["yes"], [0, 0]]);
  });

  test("the wait for the next question begins with the answer", async () => {
    const verdicts = [
      { show: "?", next: "later" },
      { show: "yes", next: "never" },
    ] as const;
    const { states, askedAt, done } = start(12_000, ...verdicts);
    await jest.advanceTimersByTimeAsync(27_000);
    await done;
    expect([states, askedAt]).toEqual([
      ["?", "yes"],
      [0, 15_000],
    ]);
  });

  test("a question that is still open after a minute is asked every 15 s", async () => {
    const { stop, askedAt } = start(1_000, { show: "?", next: "later" });
    await jest.advanceTimersByTimeAsync(112_000);
    stop.abort();
    expect(askedAt.slice(0, 3)).toEqual([0, 4_000, 8_000]);
    expect(askedAt.slice(-3)).toEqual([80_000, 96_000, 112_000]);
  });

  test("leaving the page ends the questions, and an answer that comes later is not shown", async () => {
    const waiting = start(0, { show: "?", next: "later" });
    const asking = start(5_000, { show: "?", next: "later" });
    await jest.advanceTimersByTimeAsync(1_000);
    waiting.stop.abort();
    asking.stop.abort();
    await jest.advanceTimersByTimeAsync(60_000);
    await Promise.all([waiting.done, asking.done]);
    expect([waiting.askedAt, asking.askedAt, asking.states]).toEqual([[0], [0], []]);
  });
});
