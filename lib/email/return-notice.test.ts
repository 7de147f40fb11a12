import { renderReturnNotice } from "@/lib/email/return-notice";
import { anOrder } from "@/sandbox/builders/order";
import { anOrderEvent, toldEvents } from "@/sandbox/builders/order-event";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const trackUrl = "https://www.example.com/track/tok";
const order = anOrder({
  batch_id: "BATCH-MGX2K9QW-7F3K",
  num_cards: 12,
  received_count: 12,
  submission_status: "completed",
  tracking_number: "1Z999AA10123456784",
  return_address: { address_line1: "5 Elm" },
  return_carrier: "ups",
});

const render = (
  fields: Parameters<typeof anOrder>[0] = {},
  about: {
    email?: string | null;
    is_guest?: boolean;
    track?: string | null;
    events?: typeof toldEvents;
  } = {},
) => {
  const { track = trackUrl, ...rest } = about;
  const whom = {
    email: "jane@example.org",
    full_name: "Jane Collector",
    is_guest: false,
    events: toldEvents,
    ...rest,
  };
  return renderReturnNotice({ order: { ...order, ...fields }, ...whom }, origins, track);
};

test("the parcel, its carrier, and the way to follow it", async () => {
  const mail = await render();
  expect(mail).toMatchObject({
    subject: "On its way back (BATCH-MGX2K9QW-7F3K)",
    to: { address: "jane@example.org", name: "Jane Collector" },
  });
  for (const part of [mail.text, mail.html]) {
    for (const words of ["12 cards left", "UPS", "1Z999AA10123456784", "https://www.ups.com/track?tracknum="])
      expect(part).toContain(words);
    expect(part).toContain("https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K");
    expect(part).not.toMatch(/undefined|NaN|canceled/);
  }
});

test("the carrier that staff chose counts; of one that we do not know there is the number alone", async () => {
  expect((await render({ return_carrier: "fedex" })).text).toContain("https://www.fedex.com/fedextrack/");
  const other = await render({ return_carrier: "other" });
  expect(other.text).toContain("1Z999AA10123456784");
  expect(other.text).not.toMatch(/Carrier:|Follow it/);
});

test("a refunded batch goes back as well, and says so", async () => {
  const { text } = await render({ payment_status: "canceled", received_count: 1 });
  expect(text).toContain("1 card left for the return address of this batch, which is canceled.");
  expect(text).not.toContain("graded");
});

test("a batch that was never paid goes back ungraded, and says so; of an unopened package nobody knows how many cards", async () => {
  const { text } = await render({ payment_status: "unpaid", received_count: null });
  expect(text).toContain("Your package left for the return address of this batch, which was not paid.");
  expect(text).not.toMatch(/graded|12 cards|Cards:/);
});

test("a paid batch that went home before it was graded is not called graded", async () => {
  const left = (from: string) => anOrderEvent({ from, to: "completed" });
  const { text } = await render({}, { events: [...toldEvents, left("received")] });
  expect(text).toContain("Your cards are on their way back");
  expect(text).not.toMatch(/graded|not paid|canceled/);
  const graded = await render({}, { events: [...toldEvents, left("graded")] });
  expect(graded.text).toContain("Your graded cards are on their way back");
});

test("the address that it left for is named, on one line", async () => {
  const return_address = {
    full_name: "Jane\nCollector",
    address_line1: "5 Elm",
    city: "Reno",
    postal_code: "89501",
  };
  const { text } = await render({ return_address });
  expect(text).toContain("Sent to: Jane Collector, 5 Elm, Reno, 89501");
});

test("where there is no address it names none", async () => {
  const unpaid = { payment_status: "unpaid", return_address: null } as const;
  const { text } = await render({ ...unpaid, received_count: null });
  expect(text).toContain("Your package left us on the way back to you. This batch was not paid.");
  expect((await render({ return_address: null })).text).toContain("12 cards left us on the way back to you.");
  for (const mail of [text, (await render({ ...unpaid })).text])
    expect(mail).not.toMatch(/return address|Sent to/);
});

test("a guest follows it by the link, if there is one", async () => {
  expect((await render({}, { is_guest: true })).text).toContain(trackUrl);
  const none = await render({}, { is_guest: true, track: null });
  expect(none.html).not.toMatch(/Track this batch|dashboard/);
});

test("a parcel without a number is told, too, and that another mail comes with one", async () => {
  const { text, html } = await render({ tracking_number: null, return_carrier: null });
  expect(text).toContain("12 cards left for the return address of this batch.");
  for (const part of [text, html]) {
    expect(part).toContain("left without a tracking number. If we get one, we write to you again.");
    expect(part).toContain("https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K");
    expect(part).not.toMatch(/undefined|null|Follow it|knows the number/);
  }
});

test("an order that has not left gets none", async () => {
  await expect(render({ submission_status: "graded" })).rejects.toThrow("graded, not sent");
});

test("nobody's address is an error", async () => {
  await expect(render({}, { email: null })).rejects.toThrow("no usable e-mail address");
});

test("tells what happened last, and who brings the parcel", async () => {
  const { text } = await render();
  expect(text).toContain("Nov 21, 2026: Your cards arrived and were counted");
  expect(text).toContain("Next: The carrier delivers them to you.");
  expect(text).not.toContain("By the carrier");
});
