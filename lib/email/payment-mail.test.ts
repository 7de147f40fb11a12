import { site } from "@/lib/base/site";
import { renderAdjustmentMail } from "@/lib/email/adjustment-mail";
import { renderCorrectionMail } from "@/lib/email/correction-mail";
import { type MembershipMailKind, renderMembershipMail } from "@/lib/email/membership-mail";
import { renderPaymentAlert } from "@/lib/email/payment-alert";
import { renderPaymentPending } from "@/lib/email/payment-pending";
import { renderRefundMail } from "@/lib/email/refund-mail";
import type { StoredMembership } from "@/lib/membership/membership";
import { anAdjustment } from "@/sandbox/builders/adjustment";
import { anOrder } from "@/sandbox/builders/order";
import { anOrderEvent, toldEvents } from "@/sandbox/builders/order-event";

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

describe("charge mail", () => {
  afterEach(() => jest.restoreAllMocks());

  describe("adjustment mail", () => {
    const order = anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K", num_cards: 12 });
    const about = { order, email: "jane@example.org", full_name: "Jane Collector", is_guest: false };
    const url = "https://www.example.com/track/tok";

    test("the question says what, how much, by when, and what silence means", async () => {
      const mail = await renderAdjustmentMail("adjustment_proposed", about, anAdjustment(), url);
      expect(mail.subject).toBe("Please decide (BATCH-MGX2K9QW-7F3K)");
      for (const part of [mail.text, mail.html]) {
        for (const words of [
          "2 cards did not come",
          "$44.00",
          "Nov 30, 2026, 12:00 PM UTC",
          "we refund the difference",
          url,
        ])
          expect(part).toContain(words);
        expect(part).not.toMatch(/undefined|NaN/);
      }
    });

    test.each([
      [
        { status: "accepted", chosen_option: "send_rest" },
        'by Nov 30, 2026, 12:00 PM UTC and mark the package "2 of 2"',
      ],
      [{ status: "accepted", chosen_option: "refund" }, "$44.00 goes back to where you paid from"],
      [
        { status: "refunded", chosen_option: "refund" },
        "A card usually shows it within 5 to 10 business days",
      ],
      [{ kind: "extra", status: "paid", chosen_option: "pay", amount_cents: 4400 }, "We have your payment"],
      [{ kind: "extra", status: "declined", chosen_option: "return", amount_cents: 4400 }, "ungraded"],
      [
        { kind: "upcharge", status: "declined", chosen_option: "dispute", amount_cents: 4400 },
        "nothing is charged",
      ],
    ] as const)("the receipt of %j", async (fields, words) => {
      const { text } = await renderAdjustmentMail("adjustment_decided", about, anAdjustment(fields), url);
      expect(text).toContain(words);
    });

    test.each([
      ["adjustment_proposed", { kind: "extra" }, "To pay"],
      ["adjustment_proposed", { kind: "upcharge" }, "To pay"],
      [
        "adjustment_decided",
        { kind: "extra", status: "paid", chosen_option: "pay", paid_cents: 4400 },
        "Paid",
      ],
      [
        "adjustment_decided",
        { kind: "upcharge", status: "paid", chosen_option: "pay", paid_cents: 4400 },
        "Paid",
      ],
      ["adjustment_decided", { kind: "extra", status: "declined", chosen_option: "return" }, "Not charged"],
      [
        "adjustment_decided",
        { kind: "upcharge", status: "declined", chosen_option: "dispute" },
        "Not charged",
      ],
      ["adjustment_expired", { kind: "extra", status: "expired" }, "Not charged"],
      ["adjustment_expired", { kind: "upcharge", status: "expired" }, "Not charged"],
    ] as const)("%s of %j says of the amount: %s", async (kind, fields, label) => {
      const { text } = await renderAdjustmentMail(
        kind,
        about,
        anAdjustment({ amount_cents: 4400, ...fields }),
        url,
      );
      const labels = String(text).match(/To pay|Paid|Not charged|To you/g);
      expect(labels).toEqual([label]);
    });

    test.each([
      [false, "We had no answer, so $44.00 goes back to where you paid from"],
      [true, "The cards did not come in time, so $44.00 goes back to where you paid from"],
    ] as const)("what follows where the rest was promised (%s)", async (wasPromised, words) => {
      const refund = anAdjustment({ status: "accepted", chosen_option: "refund" });
      const { text } = await renderAdjustmentMail("adjustment_expired", about, refund, url, wasPromised);
      expect(text).toContain(words);
    });

    test.each([
      [{ status: "accepted", chosen_option: "refund" }, "so $44.00 goes back to where you paid from"],
      [
        { status: "refunded", chosen_option: "refund" },
        "A card usually shows it within 5 to 10 business days",
      ],
      [{ kind: "extra", status: "expired", amount_cents: 4400 }, "so they come back"],
      [{ kind: "upcharge", status: "expired", amount_cents: 4400 }, "so nothing is charged"],
    ] as const)("no answer to %j", async (fields, words) => {
      const { text } = await renderAdjustmentMail("adjustment_expired", about, anAdjustment(fields), null);
      expect(text).toContain(words);
      expect(text).toContain("please answer this mail");
    });

    test("what was withdrawn is not told any more", async () => {
      const gone = anAdjustment({ status: "withdrawn" });
      await expect(renderAdjustmentMail("adjustment_proposed", about, gone, url)).rejects.toThrow(
        "withdrawn",
      );
    });
  });

  describe("correction mail", () => {
    const appUrl = "https://www.example.com";
    const patternOf = (number: string) =>
      number.startsWith("PSA") ? "https://psa.example/{number}" : undefined;
    const trackUrl = "https://www.example.com/track/tok";
    const order = anOrder({ batch_id: "BATCH-MGX2K9QW-7F3K", num_cards: 12, payment_status: "paid" });

    const render = (
      facts: string[],
      fields: Parameters<typeof anOrder>[0] = {},
      about: { is_guest?: boolean; track?: string | null } = {},
    ) =>
      renderCorrectionMail(
        {
          order: { ...order, ...fields },
          email: "jane@example.org",
          full_name: "Jane Collector",
          is_guest: about.is_guest ?? false,
          events: [...toldEvents.slice(0, 2), anOrderEvent({ type: "undone", to: "received_count" })],
        },
        facts,
        { appUrl, trackUrl: about.track === undefined ? trackUrl : about.track, patternOf },
      );

    test("says what was wrong and how it is, and names no number of the mistake", async () => {
      const { subject, text, to } = await render(["received_count", "submission_status"]);
      expect(subject).toBe("A correction (BATCH-MGX2K9QW-7F3K)");
      expect(to).toMatchObject({ address: "jane@example.org" });
      expect(text).toContain("A count of cards was entered for your batch by mistake.");
      expect(text).toContain("Cards counted");
      expect(text).toContain("Not yet");
      expect(text).not.toContain("tracking");
    });

    test("what was counted before is said again", async () => {
      const { text } = await render(["received_count"], {
        received_count: 11,
        received_at: "2026-11-20T10:00:00Z",
      });
      expect(text).toContain("11 of 12 cards");
    });

    test("a parcel of somebody else is not to be followed", async () => {
      const { text } = await render(["tracking_number", "submission_status"], {
        submission_status: "graded",
      });
      expect(text).toContain("Please do not follow that parcel.");
      expect(text).toContain("Tracking number: Not shipped back yet");
      const gone = { submission_status: "completed", tracking_number: "1Z999" } as const;
      expect((await render(["tracking_number"], gone)).text).toContain("Tracking number: 1Z999");
      const none = await render(["tracking_number"], { ...gone, tracking_number: null });
      expect(none.text).toContain("Tracking number: None yet");
    });

    test("the right number of a parcel that has not left is not named, and not to follow one is said once", async () => {
      const back = { submission_status: "graded", tracking_number: "1Z999AA10123456784" } as const;
      const { text } = await render(["tracking_number", "submission_status"], back);
      expect(text).toContain("Tracking number: Not shipped back yet");
      expect(text).not.toContain("1Z999AA10123456784");
      expect(text?.match(/do not follow/g)).toHaveLength(1);
    });

    test("the right parcel is named with its carrier, and with that carrier's page", async () => {
      const right = { submission_status: "completed", tracking_number: "9400100000000000000000" } as const;
      const { text, html } = await render(["tracking_number"], right);
      expect(text).toContain("Carrier: USPS");
      expect(text).toContain("Follow it at USPS");
      expect(html).toContain("https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000");
      const other = await render(["tracking_number"], { ...right, return_carrier: "other" });
      expect(other.text).not.toMatch(/Carrier:|Follow it at/);
      const notSent = await render(["tracking_number"], { ...right, submission_status: "graded" });
      expect(notSent.text).not.toContain("Follow it at");
    });

    test("the right number at the grader is named, with the grader's page; none is said", async () => {
      const out = { submission_status: "grading", grading_submission_number: "PSA-778" } as const;
      const { text } = await render(["grading_submission_number"], out);
      expect(text).toContain("A number at the grading company was entered for your batch by mistake.");
      expect(text).toContain("Grader's submission number: PSA-778");
      expect(text).toContain("Look it up at the grader: https://psa.example/PSA-778");
      const unknown = await render(["grading_submission_number"], {
        ...out,
        grading_submission_number: "B-1",
      });
      expect(unknown.text).toContain("Grader's submission number: B-1");
      expect(unknown.text).not.toContain("Look it up");
      const none = await render(["grading_submission_number"], { ...out, grading_submission_number: null });
      expect(none.text).toContain("Grader's submission number: None yet");
    });

    const STEP = "A step of your batch was entered by mistake.";
    const PARCEL = "A tracking number was entered for your batch by mistake.";
    const GRADER = "A number at the grading company was entered for your batch by mistake.";

    test.each<[string, string[], Parameters<typeof anOrder>[0], said: string[], unsaid: string[]]>([
      ["a parcel", ["tracking_number"], { submission_status: "graded" }, [PARCEL, STEP], []],
      [
        "a parcel of cards that have left",
        ["tracking_number"],
        { submission_status: "completed" },
        [PARCEL, STEP],
        [],
      ],
      [
        "a number at the grader",
        ["grading_submission_number"],
        { submission_status: "grading" },
        [GRADER, STEP],
        [],
      ],
      [
        "a number at the grader of cards that are here",
        ["grading_submission_number"],
        { submission_status: "processing" },
        [STEP],
        [GRADER],
      ],
      ["a count", ["received_count"], {}, ["A count of cards"], [STEP]],
      ["the arrival of a package", ["arrived_at"], { arrived_at: null }, ["your package is here"], [STEP]],
    ])(
      "of %s and a step the step is said too, unless it is said already",
      async (_, facts, fields, said, unsaid) => {
        const { text } = await render([...facts, "submission_status"], fields);
        for (const words of said) expect(text).toContain(words);
        for (const words of unsaid) expect(text).not.toContain(words);
      },
    );

    test("who was told of a parcel is not to follow it where nothing has left", async () => {
      const back = { submission_status: "graded", tracking_number: "1Z999AA10123456784" } as const;
      const { text } = await render(["submission_status"], back);
      expect(text).toContain("Your cards have not left for you yet: please do not follow a parcel.");
      expect(text).not.toContain("1Z999AA10123456784");
      const sent = await render(["submission_status"], { ...back, submission_status: "completed" });
      expect(sent.text).not.toContain("do not follow");
    });

    test("a box alone", async () => {
      const box = "A box of your cards was counted for your batch by mistake.";
      expect((await render(["arrived_at", "box_counts"])).text).toContain(box);
      expect((await render(["received_count", "box_counts"])).text).not.toContain(box);
    });

    test("a step alone", async () => {
      const { text } = await render(["fulfillment_status", "submission_status"]);
      expect(text).toContain("A step of your batch was entered by mistake.");
    });

    test("a package that was noted by mistake is named, and not as a step", async () => {
      const { text } = await render(["arrived_at"], { arrived_at: null });
      expect(text).toContain("We wrote that your package is here. That was noted for your batch by mistake.");
      expect(text).not.toContain("A step of your batch");
      expect(text).toContain("Waiting for your cards");
      const noted = await render(["arrived_at"], { arrived_at: "2026-11-20T10:00:00Z" });
      expect(noted.text).not.toContain("We wrote that your package is here");
    });

    const PROMISED = {
      submission_status: "grading",
      fulfillment_status: "grading",
      promised_from: "2026-12-07",
      promised_to: "2026-12-14",
    } as const;

    test("a delay that was written by mistake is named, and until when the cards are expected", async () => {
      jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:00:00Z"));
      const { text } = await render(["delay_reason", "delayed_until"], PROMISED);
      expect(text).toContain("A delay of your batch was entered by mistake.");
      expect(text).not.toContain("A step of your batch");
      expect(text).toContain("Dec 7 to 14 (10-15 business days after check-in)");
    });

    test("where it is put off all the same, to another day, it is the date that was wrong", async () => {
      jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:00:00Z"));
      const { text } = await render(["delay_reason", "delayed_until"], {
        ...PROMISED,
        delay_reason: "The grading company is slow.",
        delayed_until: "2026-12-21",
      });
      expect(text).toContain("A wrong date was entered for your batch.");
      expect(text).not.toContain("A delay of your batch");
      expect(text).toContain("Dec 21");
    });

    test("an owner follows on the dashboard, a guest by the link, if there is one", async () => {
      expect((await render(["submission_status"])).html).toContain("/dashboard");
      expect((await render(["submission_status"], {}, { is_guest: true })).html).toContain(trackUrl);
      const none = await render(["submission_status"], {}, { is_guest: true, track: null });
      expect(none.html).not.toContain("Follow this batch");
    });

    test.each([
      ["canceled", "Canceled"],
      ["unpaid", "Pending"],
    ] as const)(
      "a batch that is %s and goes home is told of the right parcel, and asks for no cards",
      async (payment_status, standing) => {
        const sent = { payment_status, submission_status: "completed", tracking_number: "1Z999" } as const;
        const { text } = await render(["tracking_number"], sent);
        for (const words of ["Please do not follow that parcel.", "On its way back", "1Z999"])
          expect(text).toContain(words);
        const { text: back } = await render(["tracking_number"], { payment_status });
        expect(back).toContain(standing);
        expect(back).toContain("Not shipped back yet");
        expect(back).not.toContain("Waiting for your cards");
      },
    );

    test("a request to cancel is open again, unless the batch was canceled since", async () => {
      const requested = ["cancel_requested_at"];
      expect((await render(requested)).text).toContain("Your request to cancel it is open again.");
      const { text } = await render(requested, { payment_status: "canceled" });
      expect(text).toContain("We wrote that your batch goes on. It is canceled.");
    });

    test("what happened reads as corrected, and what comes next follows from how it is", async () => {
      const { text } = await render(["received_count"], { arrived_at: "2026-11-20T15:00:00Z" });
      expect(text).toContain(
        [
          "Next: We open your package and count the cards.",
          "Nov 21, 2026: Corrected: a count was entered here by mistake",
          "Nov 20, 2026: Your package arrived, unopened",
          "Nov 1, 2026: Payment received",
        ].join("\n\n"),
      );
    });
  });
});
