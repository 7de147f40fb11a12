import { renderStepMail, type StepMailKind } from "@/lib/email/step-mail";
import type { PatternOf } from "@/lib/orders/tracking/grader-line";
import { anOrder } from "@/sandbox/builders/order";
import { toldEvents } from "@/sandbox/builders/order-event";

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

test.each<[StepMailKind, string, string]>([
  ["order_sent", "More cards sent to the grader", "2 more of your cards have left us"],
  ["order_graded", "More grades are in", "done with 2 more of your cards"],
])(
  "%s of cards that went later is about them alone, with the number that they have there",
  async (kind, subject, said) => {
    const about = { order, ...person };
    const mail = await renderStepMail(
      kind,
      about,
      { appUrl, trackUrl, patternOf },
      { cards: 2, number: "S3" },
    );
    expect(mail.subject).toBe(`${subject} (BATCH-MGX2K9QW-7F3K)`);
    for (const words of [said, "Cards: 2 cards", "https://grader.example/orders/S3?from=mail"])
      expect(mail.text).toContain(words);
    expect(mail.text).not.toContain("S 1/2");
  },
);

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
