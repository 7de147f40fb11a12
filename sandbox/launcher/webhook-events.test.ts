import { eventHandlers } from "@/lib/jobs/stripe-events";
import { WEBHOOK_EVENTS } from "@/sandbox/launcher/webhook-events";

test("the payment sandbox sends each type of event that the product works, and no other", () => {
  expect([...WEBHOOK_EVENTS].sort()).toEqual(Object.keys(eventHandlers).sort());
});
