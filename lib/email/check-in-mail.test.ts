import { site } from "@/lib/base/site";
import { renderCheckInReceipt } from "@/lib/email/check-in-receipt";
import { checkInTitle, checkInWords } from "@/lib/email/check-in-words";
import { renderNoNews } from "@/lib/email/no-news";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import type { CheckedOrder } from "@/lib/orders/order";
import { anOrder } from "@/sandbox/builders/order";
import { anOrderEvent, toldEvents } from "@/sandbox/builders/order-event";

afterEach(() => jest.restoreAllMocks());

describe("check in receipt", () => {
  const origins = { appUrl: "https://www.example.com", receiptOrigin: "https://pay.example.com" };
  const trackUrl = "https://www.example.com/track/tok";
  const receiptUrl = "https://www.example.com/orders/1/receipt?link=1.a";

  const order = anOrder({
    batch_id: "BATCH-MGX2K9QW-7F3K",
    num_cards: 12,
    received_at: "2026-11-21T23:30:00Z",
    received_count: 12,
    package_condition: "ok",
  });

  beforeEach(() => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T15:00:00Z"));
  });

  type Changes = {
    fields?: Parameters<typeof anOrder>[0];
    about?: Partial<ToldOrderForEmail>;
    toldBefore?: number;
    track?: string | null;
  };

  const render = ({ fields, about, toldBefore, track = trackUrl }: Changes = {}) =>
    renderCheckInReceipt(
      {
        order: { ...order, ...fields },
        email: "jane@example.org",
        full_name: "Jane Collector",
        is_guest: false,
        events: toldEvents,
        ...about,
      },
      toldBefore ?? null,
      origins,
      { trackUrl: track, receiptUrl },
    );

  const ALARM = /get in touch|fewer|more than you paid|damaged|opened on the way|differs|as it should/;

  test.each<[string, Partial<CheckedOrder>, string, string[]]>([
    ["all there", { received_count: 12 }, "Received: 12 of 12 cards (BATCH-MGX2K9QW-7F3K)", []],
    [
      "three missing",
      { received_count: 9 },
      "Received: 9 of 12 cards (BATCH-MGX2K9QW-7F3K)",
      ["We counted 9 of 12 cards.", "That is 3 cards fewer than you paid for."],
    ],
    [
      "none at all",
      { received_count: 0 },
      "Received: 0 of 12 cards (BATCH-MGX2K9QW-7F3K)",
      ["12 cards fewer"],
    ],
    [
      "one too many",
      { received_count: 13 },
      "Received: 13 of 12 cards (BATCH-MGX2K9QW-7F3K)",
      ["That is 1 card more than you paid for."],
    ],
    [
      "all there, opened on the way",
      { package_condition: "tampered" },
      "Received: 12 of 12 cards (BATCH-MGX2K9QW-7F3K)",
      ["The package had been opened on the way."],
    ],
    [
      "an imported order of one card",
      { batch_id: null, num_cards: 1, received_count: 1 },
      "Received: 1 of 1 card (ORDER-00000000)",
      [],
    ],
  ])("%s: text and HTML say so, and what follows", async (_, fields, subject, said) => {
    const mail = await render({ fields });
    expect(mail).toMatchObject({ subject, to: { address: "jane@example.org", name: "Jane Collector" } });
    for (const part of [mail.text, mail.html]) {
      for (const words of [...said, "November 21, 2026", trackUrl, site.contactEmail])
        expect(part).toContain(words);
      const isHurt = fields.package_condition !== undefined;
      expect(part.includes("We will get in touch with you before grading.")).toBe(isHurt);
      expect(part.includes("we ask you in a mail of its own")).toBe(said.length > 0 && !isHurt);
      if (said.length === 0) expect(part).not.toMatch(ALARM);
      // A batch that waits for an answer may take longer than usual.
      expect(part.includes("2-3 weeks")).toBe(said.length === 0);
      expect(part).not.toMatch(/undefined|NaN|Invalid/);
    }
  });

  test("a count that is corrected says what was written before; the same number again is no correction", async () => {
    const again = await render({ toldBefore: 9 });
    expect(again.subject).toBe("Counted again: 12 of 12 cards (BATCH-MGX2K9QW-7F3K)");
    for (const part of [again.text, again.html])
      expect(part).toContain("We counted again: 12 of 12 cards, not 9 as we wrote before.");
    expect((await render({ toldBefore: 12 })).text).not.toMatch(/again|before/);
  });

  test("an account is led to its batch, a guest is not; an ended link leaves no empty place", async () => {
    const dashboard = "https://www.example.com/dashboard?batch=BATCH-MGX2K9QW-7F3K";
    const own = await render();
    const guests = await render({ about: { is_guest: true }, track: null });
    expect(own.text).toContain(dashboard);
    expect(own.html).toContain(dashboard);
    for (const part of [guests.text, guests.html]) expect(part).not.toMatch(/dashboard|Track this batch/);
  });

  test("the custody receipt is linked, to guests too", async () => {
    for (const mail of [await render(), await render({ about: { is_guest: true } })])
      for (const part of [mail.text, mail.html]) expect(part).toContain(receiptUrl);
  });

  test.each<[string, Changes, string]>([
    ["was refunded", { fields: { payment_status: "canceled" } }, "canceled, not paid"],
    ["is not counted", { fields: { received_count: null, received_at: null } }, "not counted"],
    ["has no address", { about: { email: null } }, "no usable e-mail address"],
  ])("an order that %s gets none", async (_, changes, reason) => {
    await expect(render(changes)).rejects.toThrow(reason);
  });

  test("a name cannot write headers or markup", async () => {
    const { to, html } = await render({ about: { full_name: "<b>Jane</b>\r\nBcc: x@y.test" } });
    expect(to.name).toBe("<b>Jane</b> Bcc: x@y.test");
    expect(html).not.toContain("<b>Jane</b>");
  });

  test("tells what happened so far and who is at it next, unless something has to be settled first", async () => {
    const promised = {
      promised_from: "2026-12-07",
      promised_to: "2026-12-14",
      submission_status: "received",
    } as const;
    const { text } = await render({ fields: promised });
    expect(text).toContain(
      [
        "Nov 21, 2026: Your cards arrived and were counted",
        "Nov 20, 2026: Your package arrived, unopened",
        "Nov 1, 2026: Payment received",
      ].join("\n\n"),
    );
    expect(text).toContain("Expected back Dec 7 to 14.");
    const fewer = await render({ fields: { ...promised, received_count: 9 } });
    expect(fewer.text).toContain("Nov 21, 2026: Your cards arrived and were counted");
    expect(fewer.text).not.toContain("Expected back Dec 7 to 14.");
  });

  test.each([
    ["shipped", ["The grading company checks them in and grades them.", "counted from check-in"]],
    ["graded", ["We check them and send them to the return address of this batch."]],
    ["completed", ["The carrier delivers them to you."]],
  ] as const)("one that leaves when the batch is at %s says what comes after that", async (status, next) => {
    for (const received_count of [12, 9]) {
      const { text } = await render({
        fields: { submission_status: status, package_condition: "damaged_cards", received_count },
      });
      for (const words of next) expect(text).toContain(words);
      expect(text).not.toMatch(/We prepare|stay with us|go on\.|before grading/);
    }
  });

  test("of a batch that is back nothing comes next", async () => {
    const { text } = await render({ fields: { submission_status: "delivered" } });
    expect(text).not.toMatch(/What happens next|We prepare/i);
  });

  test("without anything told there is no empty part", async () => {
    expect((await render({ about: { events: [] } })).html).not.toContain("History");
  });
});

describe("check in words", () => {
  const order = {
    num_cards: 1200,
    received_count: 1199,
    received_at: "2026-11-06T15:11:00Z",
    promised_from: null,
    promised_to: null,
  };

  test.each([
    [null, "Received: 1,199 of 1,200 cards (BATCH-A)", "We counted 1,199 of 1,200 cards."],
    [1199, "Received: 1,199 of 1,200 cards (BATCH-A)", "We counted 1,199 of 1,200 cards."],
    [
      1198,
      "Counted again: 1,199 of 1,200 cards (BATCH-A)",
      "We counted again: 1,199 of 1,200 cards, not 1,198 as we wrote before.",
    ],
  ])("told %s before", (before, subject, counted) => {
    expect(checkInWords(order, "BATCH-A", before)).toMatchObject({ subject, counted });
  });

  test("the day of the check-in is the one from which the promise is counted", () => {
    const evening = { ...order, received_at: "2026-09-15T00:30:00Z" };
    expect(checkInWords(evening, "BATCH-A", null).details).toContainEqual({
      label: "Checked in on",
      value: "September 14, 2026",
    });
  });

  test("what is expected back is told once it is promised", () => {
    const labels = (promised: object) =>
      checkInWords({ ...order, ...promised }, "BATCH-A", null).details.map(({ label }) => label);
    const always = ["Batch ID", "Cards paid for", "Cards counted", "Checked in on"];
    expect(labels({})).toEqual(always);
    expect(labels({ promised_from: "2026-11-23", promised_to: "2026-12-01" })).toEqual([
      ...always,
      "Expected back",
    ]);
  });

  test.each([
    [false, false, "Your cards are here"],
    [false, true, "Your package is here, but not as it should be"],
    [true, true, "Your package is here, but the count differs"],
  ])("another count: %s, any trouble: %s", (differs, hasTroubles, title) => {
    expect(checkInTitle(differs, hasTroubles)).toBe(title);
  });
});

describe("no news", () => {
  const order = anOrder({
    batch_id: "BATCH-MGX2K9QW-7F3K",
    fulfillment_status: "grading",
    submission_status: "grading",
    promised_from: "2026-12-07",
    promised_to: "2026-12-14",
  });

  test("shows the status, the last event in the business's time zone, and the expected date", async () => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-30T15:00:00Z"));
    const { subject, text, choices } = await renderNoNews(
      {
        order,
        email: "jane@example.org",
        full_name: null,
        is_guest: false,
        mail_token: "m".repeat(86),
        events: [anOrderEvent({ at: "2026-09-15T00:30:00Z" })],
      },
      { appUrl: "https://www.example.com", trackUrl: null },
    );
    expect(subject).toBe("Nothing new this week (BATCH-MGX2K9QW-7F3K)");
    for (const said of ["At the grader", "September 14, 2026", "Dec 7 to 14", "/dashboard?batch="])
      expect(text).toContain(said);
    expect(choices?.pageUrl).toContain("/mail/");
  });
});
