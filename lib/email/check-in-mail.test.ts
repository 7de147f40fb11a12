import { site } from "@/lib/base/site";
import { renderCheckInReceipt } from "@/lib/email/check-in-receipt";
import { checkInTitle, checkInWords } from "@/lib/email/check-in-words";
import { renderNoNews } from "@/lib/email/no-news";
import type { ToldOrderForEmail } from "@/lib/email/outbox/data";
import { type SilenceStage, silenceStage, silenceWords } from "@/lib/email/silence-words";
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
  const links = { appUrl: "https://www.example.com", trackUrl: null };
  const order = anOrder({
    batch_id: "BATCH-MGX2K9QW-7F3K",
    fulfillment_status: "grading",
    submission_status: "grading",
    promised_from: "2026-12-07",
    promised_to: "2026-12-14",
  });
  const render = (
    changes: Partial<typeof order> = {},
    { lastNewsAt = "2026-11-23T22:00:00Z", events = toldEvents, isGuest = false } = {},
  ) =>
    renderNoNews(
      {
        order: { ...order, ...changes },
        email: "jane@example.org",
        full_name: null,
        is_guest: isGuest,
        mail_token: "m".repeat(86),
        events,
      },
      lastNewsAt,
      links,
    );

  beforeEach(() => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-30T15:00:00Z"));
  });

  test("a quiet week: where the batch is, since when, and until when", async () => {
    const { subject, text, choices } = await render();
    expect(subject).toBe("No news, and nothing is wrong (BATCH-MGX2K9QW-7F3K)");
    for (const said of [
      "At the grader",
      "November 23, 2026",
      "Dec 7 to 14",
      "Your cards arrived and were counted",
      "/dashboard?batch=",
    ])
      expect(text).toContain(said);
    expect(choices?.pageUrl).toContain("/mail/");
  });

  test("what happened in the evening happened on that day", async () => {
    const at = "2026-09-15T00:30:00Z";
    const { text } = await render({}, { lastNewsAt: at, events: [anOrderEvent({ at })] });
    expect(text).toContain("Last news: September 14, 2026");
    expect(text).toContain("Sep 14, 2026: Your cards arrived and were counted");
  });

  test("of a batch that was put off it says the new date, and not that it is on time", async () => {
    const { subject, text } = await render({ delay_reason: "Snow.", delayed_until: "2026-12-21" });
    expect(subject + text).not.toMatch(/nothing is wrong|on time/i);
    expect(text).toContain("What we said about why they take longer still holds.");
    expect(text).toContain("Now expected back by: December 21, 2026");
    expect(text).not.toContain("Dec 7");
  });

  test("one that leaves after the promised day does not say that it is on time", async () => {
    jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-12-15T15:00:00Z"));
    const { subject, text } = await render();
    expect(subject + text).not.toMatch(/nothing is wrong|on time/i);
    expect(text).toContain("They are late, and we are sorry.");
  });

  test("of a package that came damaged it does not say that nothing is wrong", async () => {
    const { subject, text } = await render({ package_condition: "damaged_cards" });
    expect(subject + text).not.toMatch(/nothing is wrong|on time/i);
    expect(text).toContain("What we said about how your package came to us still holds.");
  });

  const awaited = {
    fulfillment_status: "not_received",
    submission_status: "pending",
    promised_from: null,
    promised_to: null,
  } as const;
  const shipped = {
    ...awaited,
    inbound_carrier: "ups",
    inbound_tracking: "1Z999AA10123456784",
    inbound_shipped_at: "2026-11-12T12:00:00Z",
  } as const;
  const PAGE = "https://www.ups.com/track?tracknum=1Z999AA10123456784";

  test.each<[string, Partial<typeof order>, subject: string, said: string[]]>([
    [
      "is here and not checked in",
      { ...awaited, arrived_at: "2026-11-20T15:00:00Z" },
      "No news this week",
      [
        "Where your batch is: Here, not opened yet",
        "The 10-15 business days start when we check your cards in",
        "Next: We open your package and count the cards.",
      ],
    ],
    [
      "is said to be shipped",
      shipped,
      "Your package is not here yet",
      ["Shipped: November 12, 2026", "Carrier: UPS", PAGE, "“It was delivered”"],
    ],
    [
      "is said to be delivered",
      { ...shipped, inbound_delivered_at: "2026-11-15T12:00:00Z", look_from: "2026-11-17" },
      "Your package is not checked in yet",
      ["Delivered to us: November 15, 2026", PAGE, "Our team has been looking for it since Nov 18"],
    ],
    [
      "is on its way back",
      {
        fulfillment_status: "complete",
        submission_status: "completed",
        tracking_number: "1Z999AA10123456784",
      },
      "Have your cards arrived?",
      [
        "Where your batch is: On its way back",
        "Tracking number: 1Z999AA10123456784",
        PAGE,
        "“Arrived safely”",
      ],
    ],
  ])(
    "of a batch that %s it says what comes next, by whom, and nothing of on time",
    async (_, changes, ...said) => {
      const [begin, words] = said;
      const { subject, text } = await render(changes);
      expect(subject).toBe(`${begin} (BATCH-MGX2K9QW-7F3K)`);
      for (const one of ["Last news: November 23, 2026", "/dashboard?batch=", ...words])
        expect(text).toContain(one);
      expect(text).not.toMatch(/nothing is wrong|on time|Dec 7/i);
    },
  );

  test.each<[string, Partial<typeof order>]>([
    ["is said to be shipped", shipped],
    [
      "came in part, and late",
      { ...awaited, arrived_at: "2026-11-20T15:00:00Z", is_counted_in_part: true, open_by: "2026-11-24" },
    ],
    ["is on its way back", { fulfillment_status: "complete", submission_status: "completed" }],
  ])(
    "of a batch that %s what its owner can do stands alone, and names no button without a page",
    async (_, changes) => {
      const { text } = await render(changes, { isGuest: true });
      expect(text).toMatch(/what you can do/i);
      expect(text).not.toMatch(/next:|what comes next|press|the page of/i);
      expect(text).toMatch(/history/i);
    },
  );

  test.each<Partial<typeof order>>([
    { payment_status: "canceled" },
    { fulfillment_status: "complete", submission_status: "delivered" },
    { fulfillment_status: "not_received", submission_status: "pending" },
  ])("nothing is said of an order with %j", async (changes) => {
    await expect(render(changes)).rejects.toThrow(/nothing/);
  });

  test("of a batch whose step was set by hand, and that nobody has counted, no day is named", async () => {
    const { subject, text } = await render({ promised_from: null, promised_to: null, received_count: null });
    expect(subject).toMatch(/^No news this week/);
    expect(text).toContain("We write to you as soon as there is news.");
    expect(text).not.toMatch(/on time|late/);
  });
});

describe("silence words", () => {
  const NOW = Date.parse("2026-11-30T15:00:00Z");
  const shipped = {
    inbound_carrier: "ups",
    inbound_tracking: "1Z999AA10123456784",
    inbound_shipped_at: "2026-11-12T12:00:00Z",
  } as const;
  const delivered = { ...shipped, inbound_delivered_at: "2026-11-15T12:00:00Z", look_from: "2026-11-17" };
  const unopened = { arrived_at: "2026-11-20T15:00:00Z" };
  const left = { fulfillment_status: "complete", submission_status: "completed" } as const;
  const parcel = { ...left, tracking_number: "1Z999AA10123456784", return_carrier: "ups" } as const;

  type Changes = Parameters<typeof anOrder>[0];
  const wordsOf = (changes: Changes, hasPage = true) => silenceWords(anOrder(changes), hasPage, NOW);

  test.each<[SilenceStage | null, Changes]>([
    ["way_here", shipped],
    ["way_here", delivered],
    ["unopened", unopened],
    ["unopened", { ...delivered, ...unopened }],
    ["here", { ...unopened, fulfillment_status: "grading", submission_status: "graded" }],
    ["way_back", { ...unopened, ...left }],
    [null, {}],
    [null, { ...shipped, payment_status: "canceled" }],
    [null, { ...left, submission_status: "delivered" }],
  ])("%s is where an order with %j is", (stage, changes) => {
    expect(silenceStage(anOrder(changes))).toBe(stage);
  });

  test.each([shipped, delivered, unopened, left, parcel])(
    "of %j it promises no day and says nothing of wrong or on time",
    (changes) => {
      for (const hasPage of [true, false]) {
        const { subject, title, intro, where, help, details } = wordsOf(changes, hasPage);
        const said = JSON.stringify([subject, title, intro, where, help ?? "", details]);
        expect(said).not.toMatch(/nothing is wrong|on time|null|undefined/i);
      }
    },
  );

  test("of what is said to be delivered it says since when our team looks for it", () => {
    expect(wordsOf(delivered).intro).toBe(
      "You told us that it was delivered to us on November 15, 2026. It is not checked in yet. Our team has been looking for it since Nov 18, and writes to you.",
    );
  });

  test.each([
    [null, "No news this week", ""],
    ["2026-11-30", "No news this week", " If it is not here by Nov 30, our team asks you about it."],
    ["2026-11-24", "The rest of your cards is not here yet", " It was awaited until Nov 24."],
  ])(
    "of what is counted in part it asks for the rest, which is awaited until %s",
    (open_by, subject, then) => {
      expect(wordsOf({ ...unopened, is_counted_in_part: true, open_by })).toMatchObject({
        subject,
        where: "Here, counted in part",
        intro: `A part of your cards is here and counted, and we wait for the rest.${then}`,
        help: "If the rest is not on its way to us, please write to us: we can check in what is here.",
      });
    },
  );

  test("of what is here, unopened, it says by when it is opened, or that it is late", () => {
    expect(wordsOf({ ...unopened, open_by: "2026-11-30" })).toMatchObject({
      subject: "No news this week",
      intro:
        "Your package is here, and we have not opened it yet. We open it by November 30, 2026. You need do nothing: when your cards are counted, we write to you.",
    });
    expect(wordsOf({ ...unopened, open_by: "2026-11-24" })).toMatchObject({
      subject: "Your package is not opened yet",
      title: "Your package is not opened yet",
      intro:
        "Your package is here, and we have not opened it yet. It was to be opened by November 24, 2026, and we are sorry that it is not. You need do nothing: when your cards are counted, we write to you.",
    });
  });

  test("what is here, unopened, is where its page says", () => {
    expect(wordsOf(unopened).where).toBe("Here, not opened yet");
  });

  test.each([shipped, delivered, unopened])("of %j it says when the days start", (changes) => {
    expect(wordsOf(changes).details).toContainEqual({
      label: "Expected back",
      value: "The 10-15 business days start when we check your cards in",
    });
  });

  test("what the owner can do is said by what is known: the carrier's page, and the batch's own", () => {
    expect(wordsOf(shipped).help).toBe(
      "Please check the tracking page of UPS to see where it is. If it was delivered, press “It was delivered” on the page of your batch: then we look for it here.",
    );
    const bare = { ...shipped, inbound_carrier: "other", inbound_tracking: null } as const;
    expect(wordsOf(bare, false).help).toBe(
      "Please ask the carrier where it is. If it was delivered, write to us and name the batch ID: then we look for it here.",
    );
    expect(wordsOf(delivered, false).help).toBe(
      "Please check the tracking page of UPS to see where and to whom it was delivered. Write to us what it says, and name the batch ID.",
    );
    expect(wordsOf(unopened).help).toBeNull();
    expect(wordsOf(parcel).help).toContain("“Arrived safely”");
    expect(wordsOf(left, false).help).toBe(
      "If they have not come, or anything is wrong with them, write to us and name the batch ID.",
    );
  });
});
