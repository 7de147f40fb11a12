import { SUBMISSION_STEPS } from "@/lib/orders/status";
import { stepMeaning } from "@/lib/orders/step-meaning";
import { timelineOf } from "@/lib/orders/timeline";

const ARRIVED = "2026-11-20T10:00:00Z";

test("a package that is here, unopened, is not waited for", () => {
  expect(stepMeaning({ submission_status: "pending", arrived_at: null }).meaning).toBe(
    "Your batch is paid, and we wait for your package.",
  );
  expect(stepMeaning({ submission_status: "pending", arrived_at: ARRIVED })).toEqual({
    meaning: "Your package is here, and we have not opened it yet.",
    next: "We open it, count the cards and check them in.",
  });
  expect(
    stepMeaning({ submission_status: "pending", arrived_at: ARRIVED, is_counted_in_part: true }),
  ).toEqual({
    meaning: "A part of your cards is here and counted, and we wait for the rest.",
    next: "When the rest arrives, we count it and check your cards in.",
  });
});

test("when it came makes no difference to any later step, and something comes after each but the last", () => {
  for (const submission_status of SUBMISSION_STEPS.slice(1)) {
    const here = stepMeaning({ submission_status, arrived_at: ARRIVED });
    expect(here).toEqual(stepMeaning({ submission_status, arrived_at: null }));
    expect(here.next === null).toBe(submission_status === "delivered");
  }
});

test("the timeline of a batch of which one box is counted says so of its first step alone", () => {
  const [first, second] = timelineOf(
    { payment_status: "paid", submission_status: "pending", arrived_at: ARRIVED, is_counted_in_part: true },
    [],
  ).steps;
  expect(first).toMatchObject({
    label: "Here, counted in part",
    meaning: "A part of your cards is here and counted, and we wait for the rest.",
  });
  expect(second?.label).toBe("Received and counted");
});
