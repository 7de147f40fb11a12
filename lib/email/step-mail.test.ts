import { renderCancelDeclined } from "@/lib/email/cancel-declined";
import { renderCanceledArrival } from "@/lib/email/canceled-arrival";
import { renderLateNotice } from "@/lib/email/late-notice";
import { renderShipReminder } from "@/lib/email/ship-reminder";
import { renderStepMail, type StepMailKind } from "@/lib/email/step-mail";
import type { PatternOf } from "@/lib/orders/tracking/grader-line";
import { anOrder } from "@/sandbox/builders/order";
import { toldEvents } from "@/sandbox/builders/order-event";

afterEach(() => jest.restoreAllMocks());

describe("step mail", () => {
  const appUrl = "https://www.example.com";
  const trackUrl = `${appUrl}/track/${"t".repeat(43)}`;
  const patternOf: PatternOf = () => "https://grader.example/orders/{number}?from=mail";
  const order = anOrder({
    batch_id: "BATCH-MGX2K9QW-7F3K",
    num_cards: 12,
    arrived_at: "2026-11-20T10:00:00Z",
    received_count: 11,
    submission_status: "graded",
    grading_submission_number: "S 1/2",
    promised_from: "2026-12-07",
    promised_to: "2026-12-14",
  });
  const person = {
    email: "jane@example.org",
    full_name: "Jane",
    is_guest: true,
    mail_token: "m".repeat(86),
    events: toldEvents,
  };
  const render = (kind: StepMailKind, changes: Partial<typeof order> = {}, pages = patternOf) =>
    renderStepMail(
      kind,
      { order: { ...order, ...changes }, ...person },
      { appUrl, trackUrl, patternOf: pages },
    );

  beforeEach(() => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:00:00Z"));
  });

  test.each<[StepMailKind, string, string[]]>([
    ["order_arrived", "Your package is here", ["November 20, 2026", "not opened it yet", "12 cards"]],
    ["order_sent", "Sent to the grader", ["11 cards", "S 1/2", "Dec 7 to 14"]],
    ["order_graded", "Your grades are in", ["S 1/2", "return address"]],
  ])("%s: %s", async (kind, subject, said) => {
    const mail = await render(kind);
    expect(mail.subject).toBe(`${subject} (BATCH-MGX2K9QW-7F3K)`);
    for (const words of [...said, trackUrl, `${appUrl}/mail/${person.mail_token}`])
      expect(mail.text).toContain(words);
    expect(mail.choices?.oneClickUrl).toBe(`${appUrl}/api/mail/${person.mail_token}/off`);
  });

  test.each<StepMailKind>(["order_sent", "order_graded"])(
    "%s counts the cards that went, and names those that stayed here",
    async (kind) => {
      const { text } = await render(kind, { received_count: 5, cards_sent: 3 });
      for (const words of ["Cards: 3 of 5 cards", "Not sent to the grader: 2 cards"])
        expect(text).toContain(words);
      const all = await render(kind, { received_count: 5, cards_sent: 5 });
      expect(all.text).toContain("Cards: 5 cards");
      expect(all.text).not.toContain("Not sent");
    },
  );

  test("a part of a batch is here: how many of it, and until when we wait for the rest", async () => {
    const stands = { submission_status: "pending", received_count: null, is_counted_in_part: true } as const;
    const links = { appUrl, trackUrl, patternOf };
    const part = { counted: 4, expected: 12 };
    const about = { ...person, order: { ...order, ...stands, open_by: "2026-11-30" } };
    const mail = await renderStepMail("order_arrived", about, links, part);
    expect(mail.subject).toBe("A part of your cards is here (BATCH-MGX2K9QW-7F3K)");
    for (const words of [
      "We have counted 4 of 12 cards, and wait for the rest.",
      "Cards counted so far: 4 of 12 cards",
      "If it is not here by Nov 30, our team asks you about it.",
    ])
      expect(mail.text).toContain(words);
    expect(mail.text).not.toContain("not opened it yet");
    const whole = { ...about, order: { ...about.order, is_counted_in_part: false } };
    await expect(renderStepMail("order_arrived", whole, links, part)).rejects.toThrow("nothing to say");
  });

  test.each([
    ["shipped", "We write to you when your grades are in."],
    ["graded", "return address"],
  ] as const)(
    "a number that was entered after the cards had left (%s) is what the mail is about",
    async (status, next) => {
      const about = { order: { ...order, submission_status: status }, ...person };
      const links = { appUrl, trackUrl, patternOf };
      const mail = await renderStepMail("order_sent", about, links, "number");
      expect(mail.subject).toBe("Your number at the grader (BATCH-MGX2K9QW-7F3K)");
      for (const words of ["S 1/2", next, "https://grader.example/orders/S%201%2F2?from=mail"])
        expect(mail.text).toContain(words);
      expect(mail.text).not.toMatch(/on their way to the grader/i);
      const gone = { ...about, order: { ...about.order, grading_submission_number: null } };
      await expect(renderStepMail("order_sent", gone, links, "number")).rejects.toThrow("nothing to say");
    },
  );

  test("what happened to the batch stands in the order of its timeline, and what comes next once", async () => {
    const { text } = await render("order_sent");
    expect(text).toMatch(/^history\s[\s\S]*counted/im);
    expect(text.match(/grades are in/gi)).toHaveLength(1);
  });

  test("a package that came in the evening came on that day", async () => {
    const { text } = await render("order_arrived", { arrived_at: "2026-09-15T00:30:00Z" });
    expect(text).toContain("It came on September 14, 2026.");
  });

  test("a package that came is opened by a day, as long as that is not over", async () => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-24T15:00:00Z"));
    const unopened = { submission_status: "pending" } as const;
    const next = "count your cards, and write to you. The 10-15 business days start with that.";
    expect((await render("order_arrived", { ...unopened, open_by: "2026-11-24" })).text).toContain(
      `We open it by November 24, 2026, ${next}`,
    );
    const { text } = await render("order_arrived", { ...unopened, open_by: "2026-11-23" });
    expect(text).toContain(`We open it, ${next}`);
  });

  test("who is asked where graded cards go reads that first, until the time for it is over", async () => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-24T15:00:00Z"));
    const asked = { address_asked_until: "2026-11-26T15:00:00Z" };
    expect((await render("order_graded", asked)).text).toContain(
      "Please tell us on the page of your batch which address counts, by November 26, 2026: that of your profile is another one than that of this batch.",
    );
    const { text } = await render("order_graded", { address_asked_until: "2026-11-24T14:00:00Z" });
    expect(text).toContain("They travel back to the return address of this batch.");
    expect(text).not.toContain("which address counts");
  });

  test("of a late batch no day is promised that is over", async () => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-12-16T15:00:00Z"));
    const { text } = await render("order_sent");
    expect(text).toContain("Promised by: December 14, 2026, which is over");
    expect(text).not.toContain("Expected back");
    const delayed = await render("order_sent", { delay_reason: "Snow.", delayed_until: "2026-12-21" });
    expect(delayed.text).toContain("Now expected back by: December 21, 2026");
  });

  test("the grader's own page is linked by the number as an address has it, where both are known", async () => {
    const address = "https://grader.example/orders/S%201%2F2?from=mail";
    expect((await render("order_graded")).text).toContain(address);
    expect((await render("order_sent")).text).toContain(address);
    for (const mail of [
      await render("order_arrived"),
      await render("order_graded", {}, () => undefined),
      await render("order_graded", { grading_submission_number: null }),
    ])
      expect(mail.text).not.toContain("grader.example");
  });

  test("a number that is made to harm stays a number", async () => {
    const mail = await render("order_sent", { grading_submission_number: '"><script>{number}//evil' });
    expect(mail.html).not.toContain("<script");
    expect(mail.html).toContain("https://grader.example/orders/%22%3E%3Cscript%3E%7Bnumber%7D%2F%2Fevil");
  });

  test.each<[StepMailKind, Partial<typeof order>]>([
    ["order_arrived", { arrived_at: null }],
    ["order_sent", { submission_status: "processing" }],
    ["order_graded", { submission_status: "grading" }],
    ["order_graded", { payment_status: "canceled" }],
  ])("%s says nothing of an order with %j", async (kind, changes) => {
    await expect(render(kind, changes)).rejects.toThrow(/nothing to say|not paid/);
  });

  test("whose batch is to be canceled is not told that its cards are counted", async () => {
    const { text } = await render("order_arrived", {
      submission_status: "pending",
      received_count: null,
      cancel_requested_at: "2026-11-19T10:00:00Z",
    });
    expect(text).toContain("We answer your request to cancel this batch.");
    expect(text).not.toContain("count your cards");
  });
});

describe("late notice", () => {
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
      for (const words of ["The grading company is slow.", "December 21, 2026"])
        expect(part).toContain(words);
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
});

describe("ship reminder", () => {
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
});

describe("canceled arrival", () => {
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
});

describe("cancel declined", () => {
  beforeEach(() => jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:00:00Z")));

  const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };

  const render = (fields: Parameters<typeof anOrder>[0]) =>
    renderCancelDeclined(
      {
        order: anOrder(fields),
        ...{ email: "jane@example.org", full_name: null, is_guest: false, events: toldEvents },
      },
      "It is with the grader.",
      origins,
      null,
    );

  test.each([
    ["paid", "Waiting for your cards"],
    ["unpaid", "Pending"],
  ] as const)("a batch that goes on and is %s says why, and where it is", async (payment_status, where) => {
    const { subject, text } = await render({ payment_status });
    expect(subject).toMatch(/^Your batch goes on/);
    for (const words of ["nothing was refunded", "It is with the grader.", where])
      expect(text).toContain(words);
  });

  test.each([
    [
      "on its way",
      { inbound_shipped_at: "2026-11-20T12:00:00Z" },
      "Next: The carrier brings us your package.",
    ],
    [
      "late",
      { inbound_shipped_at: "2026-11-01T12:00:00Z" },
      "Next: You ask the carrier where your package is.",
    ],
    ["here", { arrived_at: "2026-11-20T12:00:00Z" }, "Next: We open your package and count the cards."],
  ])("one that is %s says what comes next, and what happened", async (_, fields, next) => {
    const { text } = await render(fields);
    expect(text).toContain(next);
    expect(text).toContain("Payment received");
    // Its guest has no page.
    expect(text).not.toMatch(/press/);
  });

  test("one that is canceled after all gets none", async () => {
    await expect(render({ payment_status: "canceled" })).rejects.toThrow("the order is canceled");
  });
});
