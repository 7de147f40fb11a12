import { businessDate } from "@/lib/base/business-date";
import { orderUpdateSchema } from "@/lib/staff/order/schema";
import { staffMessages } from "@/lib/staff/schema";

const takes = (invoice_filename: string) =>
  orderUpdateSchema.safeParse({ version: 1, changes: { invoice_filename } }).success;

test.each(["Invoice 7.pdf", "invoice.jpg", "invoice.jpeg", "scan.PNG", ""])(
  "%j may be the name of an invoice's file",
  (name) => expect(takes(name)).toBe(true),
);

test.each([
  "invoice.exe",
  "invoice",
  ".pdf",
  "../invoice.pdf",
  "a\\b.pdf",
  "invoice.pdf.html",
  "invoice.gif",
])("%j may not", (name) => expect(takes(name)).toBe(false));

const numberOf = (tracking_number: string) => {
  const { data, error } = orderUpdateSchema.safeParse({ version: 1, changes: { tracking_number } });
  return data?.changes.tracking_number ?? error?.issues[0]?.message;
};

test.each([
  ["", ""],
  ["  ", ""],
  [" 1z 999 aa1 01 2345 6784", "1Z999AA10123456784"],
  ["9400-1000-0000-0000-0000-00", "9400100000000000000000"],
])("the tracking number %j is stored as %j", (typed, stored) => expect(numberOf(typed)).toBe(stored));

test.each([
  ["BATCH-MGX2K9QW-7F3K", /batch ID/],
  ["picked up", /does not look like/],
  ["1Z", /too short/],
])("%j is no tracking number", (typed, message) => expect(numberOf(typed)).toMatch(message));

describe("a delay", () => {
  const told = (changes: object) => {
    const { success, error } = orderUpdateSchema.safeParse({ version: 1, changes });
    return success ? "saved" : error.issues[0]?.message;
  };
  const delay = { delay_reason: "The grading company is slow.", delayed_until: "2126-12-21" };

  test.each([
    [delay, "saved"],
    [{ delay_reason: "", delayed_until: "" }, "saved"],
    [{ ...delay, delay_reason: "x".repeat(300) }, "saved"],
    [{ ...delay, delay_reason: "x".repeat(301) }, staffMessages.delayReason],
    [{ ...delay, delay_reason: "Snow" }, staffMessages.delayReason],
    [{ ...delay, delay_reason: "  Ice   " }, staffMessages.delayReason],
    [{ delay_reason: delay.delay_reason }, staffMessages.delayWhole],
    [{ delayed_until: delay.delayed_until }, staffMessages.delayWhole],
    [{ ...delay, delayed_until: "" }, staffMessages.delayWhole],
    [{ ...delay, delayed_until: "2026-01-05" }, staffMessages.delayDate],
    [{ ...delay, delayed_until: "tomorrow" }, staffMessages.delayDate],
    [{ ...delay, delayed_until: "2126-13-41" }, staffMessages.delayDate],
  ])("of %j: %s", (changes, answer) => {
    expect(told(changes)).toBe(answer);
  });

  test("today is over, where the business is; tomorrow is not", () => {
    const dayIn = (days: number) => businessDate(Date.now() + days * 86_400_000);
    expect(told({ ...delay, delayed_until: dayIn(0) })).toBe(staffMessages.delayDate);
    expect(told({ ...delay, delayed_until: dayIn(2) })).toBe("saved");
  });
});
