import { orderUpdateSchema } from "@/lib/staff/order/schema";

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
