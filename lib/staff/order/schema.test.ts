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
