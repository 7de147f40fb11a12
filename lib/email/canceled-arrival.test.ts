import { renderCanceledArrival } from "@/lib/email/canceled-arrival";
import { anOrder } from "@/sandbox/builders/order";
import { toldEvents } from "@/sandbox/builders/order-event";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const CANCELED = {
  batch_id: "BATCH-MGX2K9QW-7F3K",
  payment_status: "canceled",
  arrived_at: "2026-11-20T18:00:00Z",
  return_address: { address_line1: "5 Elm", city: "Austin" },
} as const;

const render = (fields: Parameters<typeof anOrder>[0] = {}) =>
  renderCanceledArrival(
    {
      order: anOrder({ ...CANCELED, ...fields }),
      ...{ email: "jane@example.org", full_name: null, is_guest: false, events: toldEvents },
    },
    origins,
    null,
  );

test("the package of a canceled batch: that it is here, goes back ungraded, and to which address", async () => {
  const { subject, text } = await render();
  expect(subject).toBe("Your package of a canceled batch is here (BATCH-MGX2K9QW-7F3K)");
  for (const words of [
    "November 20, 2026",
    "send it back to you, ungraded",
    "5 Elm",
    "https://www.example.com/dashboard",
  ])
    expect(text?.replaceAll(/\s+/g, " ")).toContain(words);
});

test("one without an address says where to send it", async () => {
  const { text } = await render({ return_address: null });
  expect(text?.replaceAll(/\s+/g, " ")).toContain("Please write to us where it is to go");
});

test.each([
  ["is paid again", { payment_status: "paid" }, "the order is paid, not canceled"],
  ["is not here after all", { arrived_at: null }, "the package is not here"],
  ["has left", { submission_status: "completed" }, "the package has left"],
] as const)("one that %s gets none", async (_, fields, why) => {
  await expect(render(fields)).rejects.toThrow(why);
});
