import { site } from "@/lib/base/site";
import { type MembershipMailKind, renderMembershipMail } from "@/lib/email/membership-mail";
import type { StoredMembership } from "@/lib/membership/membership";

const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };

const membership: StoredMembership = {
  user_id: "00000000-0000-4000-8000-000000000002",
  stripe_subscription_id: "sub_secret",
  stripe_customer_id: "cus_secret",
  plan_type: "pro",
  next_plan_type: null,
  status: "active",
  created_at: "2026-11-21T10:00:00Z",
  current_period_start: "2026-11-21T10:00:00Z",
  current_period_end: "2026-12-21T10:00:00Z",
  cancel_at_period_end: false,
};

const render = (
  kind: MembershipMailKind,
  changes: Partial<StoredMembership> = {},
  person: { email?: string; full_name?: string } = {},
) =>
  renderMembershipMail(
    kind,
    {
      subscription: { ...membership, ...changes },
      email: "jane@example.org",
      full_name: "Jane Collector",
      ...person,
    },
    origins,
  );

const failed = { status: "past_due" };
const ending = { cancel_at_period_end: true };
const planned = { next_plan_type: "starter" } as const;

test.each<[MembershipMailKind, Partial<StoredMembership>, string, string[]]>([
  [
    "started",
    {},
    "Your membership has started: Serious Collector",
    ["Serious Collector", "$22.00", "$99.00 a month", "up to 500", "Renews on", "December 21, 2026"],
  ],
  [
    "started",
    { plan_type: "elite", ...ending },
    "Your membership has started: Volume Master",
    ["$19.00", "$249.00 a month", "up to 1,000", "Ends on"],
  ],
  [
    "renewed",
    {},
    "Your membership is renewed: Serious Collector",
    ["$99.00 a month", "Renews on", "December 21, 2026", "Manage billing"],
  ],
  [
    "paymentFailed",
    failed,
    "Your membership could not be renewed",
    ["$99.00 a month", "$25.00 per card", "Manage billing"],
  ],
  [
    "ending",
    ending,
    "Your membership ends on December 21, 2026",
    ["Ends on", "December 21, 2026", "Nothing more will be charged", "resume it"],
  ],
  [
    "changed",
    { plan_type: "elite" },
    "Your plan is now Volume Master",
    ["from now on", "$19.00", "$249.00 a month", "up to 1,000", "Renews on", "December 21, 2026"],
  ],
  [
    "changePlanned",
    planned,
    "Your plan changes to Casual Collector on December 21, 2026",
    [
      "You keep Serious Collector",
      "Serious Collector, $22.00 per card",
      "Casual Collector, $25.00 per card",
      "up to 100",
      "$29.00 a month",
      "choose your plan again",
    ],
  ],
  [
    "kept",
    {},
    "Your Serious Collector membership goes on",
    ["What was to happen on December 21, 2026 does not", "$99.00 a month", "Renews on", "nothing to do"],
  ],
])("%s %j: text and HTML say what matters", async (kind, changes, subject, said) => {
  const mail = await render(kind, changes);
  expect(mail).toMatchObject({ subject, to: { address: "jane@example.org", name: "Jane Collector" } });
  for (const part of [mail.text, mail.html]) {
    for (const words of [...said, "https://www.example.com/submit", site.contactEmail]) {
      expect(part).toContain(words);
    }
    expect(part).not.toMatch(/sub_secret|cus_secret|undefined|NaN|Invalid/);
  }
  expect(mail.html).not.toMatch(/<(script|img|link|iframe|object|form|video)\b|url\(|@import|@font-face/i);
});

test("a failed renewal speaks of the member rate only where there is one", async () => {
  const { text } = await render("paymentFailed", { ...failed, plan_type: "starter" });
  expect(text).toContain("Your membership goes on as soon as the payment goes through.");
  expect(text).not.toMatch(/member rate|Until it is paid/);
  expect((await render("paymentFailed", failed)).text).toContain("Your member rate is back as soon as");
});

test.each<[MembershipMailKind, Partial<StoredMembership>]>([
  ["paymentFailed", { status: "active" }],
  ["paymentFailed", { status: "canceled" }],
  ["ending", { cancel_at_period_end: false }],
  ["ending", { ...ending, status: "canceled" }],
  ["changed", { status: "canceled" }],
  ["changePlanned", {}],
  ["changePlanned", { ...planned, status: "past_due" }],
  ["kept", planned],
  ["kept", ending],
  ["kept", { status: "canceled" }],
])("%s is not said of %j", async (kind, changes) => {
  await expect(render(kind, changes)).rejects.toThrow("nothing to say");
});

test("a membership that is gone, or a person without an address, gets no mail", async () => {
  const nobody = { subscription: null, email: "jane@example.org", full_name: null };
  await expect(renderMembershipMail("started", nobody, origins)).rejects.toThrow("gone");
  await expect(render("started", {}, { email: "a@b.test\r\nBcc: c@d.test" })).rejects.toThrow("address");
});

test("a name cannot write headers or markup", async () => {
  const { to, html } = await render("started", {}, { full_name: "<b>Jane</b>\r\nBcc: x@y.test" });
  expect(to.name).toBe("<b>Jane</b> Bcc: x@y.test");
  expect(html).not.toContain("<b>Jane</b>");
});
