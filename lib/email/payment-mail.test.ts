import { site } from "@/lib/base/site";
import { type MembershipMailKind, renderMembershipMail } from "@/lib/email/membership-mail";
import { renderPaymentAlert } from "@/lib/email/payment-alert";
import { renderPaymentPending } from "@/lib/email/payment-pending";
import { renderRefundMail } from "@/lib/email/refund-mail";
import type { StoredMembership } from "@/lib/membership/membership";
import { anOrder } from "@/sandbox/builders/order";

describe("refund mail", () => {
  const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
  const AT = "2026-11-01T10:01:00Z";
  const paid = { batch_id: "BATCH-MGX2K9QW-7F3K", num_cards: 12, total_paid: 300 };

  const render = (
    fields: Parameters<typeof anOrder>[0],
    cents: number,
    about: { email?: string | null; is_guest?: boolean } = {},
  ) =>
    renderRefundMail(
      {
        order: anOrder({ ...paid, ...fields }),
        email: "jane@example.org",
        full_name: "Jane Collector",
        is_guest: false,
        ...about,
      },
      cents,
      origins,
    );

  test("a part: how much now and in all, and that the order goes on", async () => {
    const mail = await render({ refunded_cents: 7_500 }, 5_000);
    expect(mail).toMatchObject({
      subject: "Refunded: $50.00 (BATCH-MGX2K9QW-7F3K)",
      to: { address: "jane@example.org", name: "Jane Collector" },
    });
    expect(mail.text?.replaceAll(/\s+/g, " ")).toContain(
      "$50.00 is on its way back to the card or account that paid.",
    );
    expect(mail.text).toContain("$75.00 of $300.00");
    expect(mail.text).toContain("Your order goes on as before.");
    expect(mail.text).toContain("https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K");
  });

  const HERE = { arrived_at: "2026-11-20T10:00:00Z" };
  const COUNTED = { ...HERE, received_count: 12 };

  test.each<[string, Parameters<typeof anOrder>[0], string, RegExp]>([
    ["not shipped", {}, "canceled. Please do not ship these cards. A package that reaches us all", /with us/],
    [
      "said to be shipped",
      { inbound_shipped_at: "2026-11-10T12:00:00Z" },
      "canceled. If your package reaches us all the same, it goes back to you, ungraded.",
      /do not|with us/,
    ],
    ["here, unopened", HERE, "canceled. Your package is with us: we send it back to", /do not|reaches us/],
    [
      "counted",
      { ...COUNTED, submission_status: "received" },
      "12 cards of it are with us: we send them back to the return address of this batch.",
      /do not/,
    ],
    [
      "one card counted",
      { ...HERE, received_count: 1, submission_status: "processing" },
      "1 card of it is with us: we send it back to the return address of this batch.",
      /do not/,
    ],
    [
      "on its way to the grader",
      { ...COUNTED, submission_status: "shipped" },
      "Your cards went to the grading company: once they are back from it, we send them to the return address",
      /with us/,
    ],
    ["graded", { ...COUNTED, submission_status: "graded" }, "went to the grading company: once", /with us/],
    [
      "on its way back",
      { ...COUNTED, submission_status: "completed" },
      "canceled. Your cards have left for the return address of this batch already.",
      /with us|we send/,
    ],
    [
      "delivered",
      { ...COUNTED, submission_status: "delivered" },
      "canceled. Your cards were delivered to you already.",
      /with us|we send/,
    ],
  ])("all of it, of a batch that is %s, says where the cards are and go", async (_, fields, words, not) => {
    const canceled = { refunded_cents: 30_000, payment_status: "canceled", paid_at: AT, ...fields } as const;
    const text = (await render(canceled, 30_000)).text?.replaceAll(/\s+/g, " ");
    expect(text).toContain(words);
    expect(text).not.toMatch(not);
  });

  test("a guest is led to no dashboard; nobody's address is an error", async () => {
    const mail = await render({ refunded_cents: 5_000 }, 5_000, { is_guest: true });
    expect(mail.text).not.toContain("/dashboard");
    await expect(render({ refunded_cents: 5_000 }, 5_000, { email: null })).rejects.toThrow();
  });

  test("of a proposal: its own sums, also when all of it went back", async () => {
    const of = { kind: "extra", refunded_cents: 5_000, paid_cents: 5_000 } as const;
    const order = anOrder({ ...paid, refunded_cents: 0, received_count: 14 });
    const about = { order, email: "jane@example.org", full_name: null, is_guest: true };
    const { text } = await renderRefundMail(about, 5_000, origins, of);
    expect(text).toContain("$50.00 of $50.00");
    expect(text).toContain("Cards on top");
    expect(text).toContain("Your order goes on as before.");
  });

  test("of a proposal of a canceled order it does not say that the order goes on", async () => {
    const of = { kind: "extra", refunded_cents: 5_000, paid_cents: 5_000 } as const;
    const canceled = { ...paid, ...COUNTED, refunded_cents: 30_000, payment_status: "canceled" } as const;
    const order = anOrder({ ...canceled, paid_at: AT, submission_status: "received" });
    const about = { order, email: "jane@example.org", full_name: null, is_guest: true };
    const { text } = await renderRefundMail(about, 5_000, origins, of);
    expect(text).not.toContain("goes on");
    expect(text?.replaceAll(/\s+/g, " ")).toContain("The order is canceled. 12 cards of it are with us");
  });
});

describe("payment alert", () => {
  const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
  const alert = {
    reason: "amount_mismatch" as const,
    order_id: "00000000-0000-4000-8000-000000000001",
    batch_id: "BATCH-MGX2K9QW-7F3K",
    about: "cs_test_a1b2c3d4e5",
  };

  test("text and HTML say what it is, what it is about, and where to settle it", async () => {
    const mail = await renderPaymentAlert(alert, "money@example.com", origins);
    expect(mail).toMatchObject({
      subject: "To settle: Another amount was paid than the order asks",
      to: { address: "money@example.com" },
    });
    const said = [
      "Another amount was paid",
      alert.batch_id,
      alert.about,
      "https://www.example.com/admin/reconcile",
    ];
    for (const part of [mail.text, mail.html]) for (const words of said) expect(part).toContain(words);
  });

  test("money of no order says so", async () => {
    const mail = await renderPaymentAlert(
      { ...alert, order_id: null, batch_id: null },
      "money@example.com",
      origins,
    );
    expect(mail.text).toMatch(/Batch[:\s]+None/);
  });

  test("of an order to look at it leads to the order", async () => {
    const mail = await renderPaymentAlert(
      { ...alert, reason: "dispute_opened" },
      "money@example.com",
      origins,
    );
    expect(mail.subject).toBe(
      "To settle: A payment is disputed: answer it at the payment service before its deadline",
    );
    expect(mail.text).toContain(`https://www.example.com/admin/order/${alert.order_id}`);
    expect(mail.text).not.toContain("fits no order");
  });

  test("without an address there is no mail", async () => {
    await expect(renderPaymentAlert(alert, undefined, origins)).rejects.toThrow("no usable e-mail address");
  });
});

describe("payment pending", () => {
  const render = (fields: Parameters<typeof anOrder>[0]) =>
    renderPaymentPending(
      { order: anOrder(fields), email: "jane@example.org", full_name: null, is_guest: true },
      "https://www.example.com",
    );

  test("names the batch and leads to its confirmation, which shows how the payment stands", async () => {
    const { to, subject, text } = await render({
      payment_status: "pending",
      batch_id: "BATCH-3NA5SDF59-7F3K",
      plan_type: "payg",
      num_cards: 12,
      grading_fee: 300,
      stripe_session_id: "cs_test_1",
    });
    expect(to.address).toBe("jane@example.org");
    expect(subject).toBe("Your payment is on its way (BATCH-3NA5SDF59-7F3K)");
    for (const words of [
      "We'll email you when it arrives.",
      "12 cards",
      "$300.00",
      "don't ship your cards yet",
    ])
      expect(text).toContain(words);
    expect(text).toContain(
      "https://www.example.com/submission-confirmation?batch_id=BATCH-3NA5SDF59-7F3K&mode=payg&session_id=cs_test_1",
    );
  });

  test.each(["paid", "failed"] as const)("is not written once the payment is %s", async (payment_status) => {
    await expect(render({ payment_status })).rejects.toThrow(`the order is ${payment_status}, not pending`);
  });
});

describe("membership mail", () => {
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
});
