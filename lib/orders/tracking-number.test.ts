import {
  carrierName,
  carrierPage,
  readTrackingNumber,
  type TrackingProblem,
  trackingLine,
} from "@/lib/orders/tracking-number";

const PAGES = {
  ups: "https://www.ups.com/track?tracknum=",
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  dhl: "https://www.dhl.com/en/express/tracking.html?AWB=",
  other: null,
} as const;

test.each<[string, keyof typeof PAGES, string]>([
  ["1Z999AA10123456784", "ups", "1Z999AA10123456784"],
  [" 1z 999 aa1 01 2345 6784 ", "ups", "1Z999AA10123456784"],
  ["9400 1000 0000 0000 0000 00", "usps", "9400100000000000000000"],
  ["LX123456789US", "usps", "LX123456789US"],
  // In USPS barcodes a ZIP code of five or nine digits precedes the number, and the scanner may add separators.
  ["420787019400100000000000000000", "usps", "9400100000000000000000"],
  ["\u001d420787011234\u001d9400100000000000000000", "usps", "9400100000000000000000"],
  ["7999-9999-9999", "fedex", "799999999999"],
  ["9612345678901234567890", "fedex", "9612345678901234567890"],
  ["1001921334250001000300779017972697", "fedex", "779017972697"],
  ["1234567890", "dhl", "1234567890"],
  ["RR123456785GB", "other", "RR123456785GB"],
  ["12345678901", "other", "12345678901"],
])("reads %j as a number of %s and links to its tracking page", (typed, carrier, number) => {
  expect(readTrackingNumber(typed)).toEqual({ number, carrier });
  const page = PAGES[carrier];
  expect(carrierPage(typed)).toEqual(page && { carrier: carrierName(carrier), url: page + number });
});

test.each<[string, TrackingProblem]>([
  ["", "empty"],
  ["BATCH-MGX2K9QW-7F3K", "batch_id"],
  ["MGX2K9QW-7F3K", "batch_id"],
  ["M1234567-8923", "batch_id"],
  ["12345", "too_short"],
  ["1".repeat(41), "too_long"],
  ["none", "free_text"],
  ["dropped off at the counter", "free_text"],
  ["1Z999AA1012345678?", "free_text"],
  ["https://www.ups.com/track?tracknum=1Z999AA10123456784", "free_text"],
  ["A1B2C3D4E5", "free_text"],
])("rejects %j as %s", (typed, problem) => {
  expect(readTrackingNumber(typed)).toEqual({ problem });
  expect(carrierPage(typed)).toBeNull();
});

test.each([
  ["1Z999AA10123456784", "fedex", "https://www.fedex.com/fedextrack/?trknbr=1Z999AA10123456784"],
  ["12345678901", "dhl", "https://www.dhl.com/en/express/tracking.html?AWB=12345678901"],
  ["1Z999AA10123456784", "other", undefined],
  ["see the note", "ups", undefined],
] as const)("links the number %s shipped with %s to %s", (number, carrier, url) => {
  expect(carrierPage(number, carrier)?.url).toBe(url);
});

test.each([
  ["graded", "–", null],
  ["completed", "1Z999AA10123456784", "UPS"],
  ["delivered", "1Z999AA10123456784", "UPS"],
])("shows the return tracking number of a batch that is %s as %s", (submission_status, text, carrier) => {
  const order = { tracking_number: "1Z999AA10123456784", return_carrier: null, submission_status };
  const line = trackingLine(order);
  expect([line.text, line.page?.carrier ?? null]).toEqual([text, carrier]);
});
