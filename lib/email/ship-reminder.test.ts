import { renderShipReminder } from "@/lib/email/ship-reminder";
import { anOrder } from "@/sandbox/builders/order";

const appUrl = "https://www.example.com";
const links = { trackUrl: `${appUrl}/track/tok`, labelUrl: `${appUrl}/orders/1/label?link=x` };
const order = anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K", num_cards: 12 });

const render = (
  nth: 1 | 2,
  fields: Parameters<typeof anOrder>[0] = {},
  about: { email?: string | null; is_guest?: boolean; track?: string | null } = {},
) => {
  const { track = links.trackUrl, ...rest } = about;
  const whom = { email: "jane@example.org", full_name: "Jane Collector", is_guest: false, ...rest };
  return renderShipReminder(
    { order: { ...order, ...fields }, ...whom },
    nth,
    { ...links, trackUrl: track },
    appUrl,
  );
};

test("the first asks, has the label, and leads to where it is said", async () => {
  const mail = await render(1);
  expect(mail.subject).toBe("Ready to ship your cards? (BATCH-MGX2K9QW-7F3K)");
  for (const part of [mail.text, mail.html]) {
    for (const words of [
      "12 cards",
      "November 1, 2026",
      `${appUrl}/dashboard?batch=BATCH-MGX2K9QW-7F3K`,
      "/label?link=x",
    ])
      expect(part).toContain(words);
    expect(part).toContain("We remind you once more");
  }
});

test("what was paid in the evening was paid on that day", async () => {
  expect((await render(1, { paid_at: "2026-09-15T00:30:00Z" })).text).toContain("September 14, 2026");
});

test("the second is the last", async () => {
  const { subject, text } = await render(2);
  expect(subject).toBe("We still wait for your cards (BATCH-MGX2K9QW-7F3K)");
  expect(text).toContain("This is the last reminder.");
  expect(text).not.toContain("once more");
});

test("a guest says it by the link, if there is one", async () => {
  expect((await render(1, {}, { is_guest: true })).text).toContain(links.trackUrl);
  expect((await render(1, {}, { is_guest: true, track: null })).html).not.toMatch(
    /I have shipped it|dashboard/,
  );
});

test.each<[string, Parameters<typeof anOrder>[0], string]>([
  ["is on its way", { inbound_shipped_at: "2026-11-03T12:00:00Z" }, "on its way"],
  ["is here", { arrived_at: "2026-11-03T12:00:00Z" }, "not awaited"],
  ["is refunded", { payment_status: "canceled" }, "not awaited"],
])("one whose package %s is not reminded", async (_, fields, reason) => {
  await expect(render(1, fields)).rejects.toThrow(reason);
});

test("nobody's address is an error", async () => {
  await expect(render(1, {}, { email: null })).rejects.toThrow("no usable e-mail address");
});
