import { renderLateNotice } from "@/lib/email/late-notice";
import { anOrder } from "@/sandbox/builders/order";
import { toldEvents } from "@/sandbox/builders/order-event";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const trackUrl = "https://www.example.com/track/tok";
const order = anOrder({
  batch_id: "BATCH-MGX2K9QW-7F3K",
  submission_status: "grading",
  fulfillment_status: "grading",
  promised_from: "2026-12-07",
  promised_to: "2026-12-14",
});
const delay = { delay_reason: "The grading company is slow.", delayed_until: "2026-12-21" };

const render = (
  fields: Parameters<typeof anOrder>[0] = {},
  about: { email?: string | null; is_guest?: boolean; track?: string | null } = {},
) => {
  const { track = trackUrl, ...rest } = about;
  const whom = {
    email: "jane@example.org",
    full_name: "Jane Collector",
    is_guest: false,
    events: toldEvents,
    ...rest,
  };
  return renderLateNotice({ order: { ...order, ...fields }, ...whom }, origins, track);
};

beforeEach(() => {
  jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-12-15T15:00:00Z"));
});

test("without a reason it says that we are finding out", async () => {
  const mail = await render();
  expect(mail).toMatchObject({
    subject: "Your cards take longer (BATCH-MGX2K9QW-7F3K)",
    to: { address: "jane@example.org", name: "Jane Collector" },
  });
  for (const part of [mail.text, mail.html]) {
    for (const words of ["December 14, 2026", "We are finding out why, and will say why."])
      expect(part).toContain(words);
    expect(part).toContain("https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K");
    expect(part).not.toMatch(/undefined|NaN|Invalid|Now expected/);
  }
});

test("with a reason it says why, and until when instead", async () => {
  const mail = await render(delay);
  expect(mail.subject).toBe("Why your cards take longer (BATCH-MGX2K9QW-7F3K)");
  for (const part of [mail.text, mail.html]) {
    for (const words of ["December 14, 2026", "The grading company is slow.", "December 21, 2026"])
      expect(part).toContain(words);
    expect(part).not.toContain("finding out");
  }
});

test("before the promise breaks it says that it will, and why", async () => {
  jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-12-14T15:00:00Z"));
  const mail = await render(delay);
  expect(mail.subject).toBe("Why your cards take longer (BATCH-MGX2K9QW-7F3K)");
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain("We promised them by December 14, 2026, and they take longer. We are sorry.");
    for (const words of ["The grading company is slow.", "December 21, 2026"]) expect(part).toContain(words);
    expect(part).not.toMatch(/not on their way|finding out/);
  }
  await expect(render({ ...delay, delayed_until: "2026-12-13" })).rejects.toThrow("not late");
  await expect(render()).rejects.toThrow("not late");
});

test("of the day to which it was put off, when that is over too, it says so", async () => {
  jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-12-22T15:00:00Z"));
  const mail = await render(delay);
  expect(mail.subject).toBe("Your cards take longer (BATCH-MGX2K9QW-7F3K)");
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain("We wrote that you get them by December 21, 2026");
    expect(part).toContain("We are finding out why, and will say why.");
    expect(part).not.toMatch(/[Nn]ow expected/);
  }
});

test("a guest follows it by the link, if there is one", async () => {
  expect((await render({}, { is_guest: true })).text).toContain(trackUrl);
  const none = await render({}, { is_guest: true, track: null });
  expect(none.html).not.toMatch(/Track this batch|dashboard/);
});

test.each<[string, Parameters<typeof anOrder>[0], string]>([
  ["was refunded", { payment_status: "canceled" }, "canceled, not paid"],
  ["has left", { fulfillment_status: "complete" }, "complete, not late"],
  ["is not checked in", { promised_from: null, promised_to: null }, "nothing is promised"],
])("an order that %s gets none", async (_, fields, reason) => {
  await expect(render(fields)).rejects.toThrow(reason);
});

test("nobody's address is an error", async () => {
  await expect(render({}, { email: null })).rejects.toThrow("no usable e-mail address");
});

test("tells what happened last and who is at it; until when, only where that is known", async () => {
  const told = "Nov 21, 2026: Your cards arrived and were counted";
  const next = "Next: When the grades are in, the cards come back to us.";
  expect((await render()).text).toContain([next, "The grading company does this.", told].join("\n\n"));
  expect((await render(delay)).text).toContain(
    [next, "The grading company does this. Now expected back by Dec 21.", told].join("\n\n"),
  );
});
