import { type FoundLink, renderTrackingLinkMail } from "@/lib/email/tracking-link-mail";
import { anOrder } from "@/sandbox/builders/order";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
const url = "https://www.example.com/track/tok";
const dashboard = "https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K";
const order = anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K" });

const render = (link: FoundLink, about: { email?: string | null; is_guest?: boolean } = {}) => {
  const whom = { email: "jane@example.org", full_name: "Jane Collector", is_guest: true, ...about };
  return renderTrackingLinkMail({ order, ...whom }, link, origins);
};

test("a guest gets the link", async () => {
  const mail = await render({ url });
  expect(mail).toMatchObject({
    subject: "Your tracking link (BATCH-MGX2K9QW-7F3K)",
    to: { address: "jane@example.org", name: "Jane Collector" },
  });
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(url);
    expect(part).toContain("BATCH-MGX2K9QW-7F3K");
    expect(part).not.toMatch(/undefined|dashboard|Log in/);
  }
});

test("an account gets the link, and the way to its dashboard", async () => {
  const { text } = await render({ url }, { is_guest: false });
  expect(text).toContain(url);
  expect(text).toContain(dashboard);
});

test.each<[FoundLink, boolean, RegExp]>([
  ["ended", true, /was ended.*Answer this mail/],
  ["ended", false, /was ended.*Log in/],
  ["over", true, /180 days after.*Answer this mail/],
  ["over", false, /180 days after.*Log in/],
])("%s (guest: %s): no link, but what to do", async (link, isGuest, words) => {
  const mail = await render(link, { is_guest: isGuest });
  expect(mail.subject).toBe("Your batch (BATCH-MGX2K9QW-7F3K)");
  expect(mail.text.replaceAll("\n", " ")).toMatch(words);
  expect(mail.html).not.toContain("/track/");
  expect(mail.html.includes(dashboard)).toBe(!isGuest);
});

test("nobody's address is an error", async () => {
  await expect(render({ url }, { email: null })).rejects.toThrow("no usable e-mail address");
});
