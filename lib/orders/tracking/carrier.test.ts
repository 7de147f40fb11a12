import { carrierPage, trackingLine } from "@/lib/orders/tracking/carrier";

test.each([
  ["1Z999AA10123456784", "UPS", "https://www.ups.com/track?tracknum=1Z999AA10123456784"],
  [" 1z 999 aa1 01 2345 6784 ", "UPS", "https://www.ups.com/track?tracknum=1Z999AA10123456784"],
  [
    "9400 1000 0000 0000 0000 00",
    "USPS",
    "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
  ],
  [
    "92055901755477000271",
    "USPS",
    "https://tools.usps.com/go/TrackConfirmAction?tLabels=92055901755477000271",
  ],
  ["LX123456789US", "USPS", "https://tools.usps.com/go/TrackConfirmAction?tLabels=LX123456789US"],
  ["7999-9999-9999", "FedEx", "https://www.fedex.com/fedextrack/?trknbr=799999999999"],
  ["012345678901234", "FedEx", "https://www.fedex.com/fedextrack/?trknbr=012345678901234"],
  ["9612345678901234567890", "FedEx", "https://www.fedex.com/fedextrack/?trknbr=9612345678901234567890"],
  ["1234567890", "DHL", "https://www.dhl.com/en/express/tracking.html?AWB=1234567890"],
])("%s is of %s", (number, carrier, url) => {
  expect(carrierPage(number)).toEqual({ carrier, url });
});

test.each([
  "",
  "1Z999",
  "TRK-1",
  "LX123456789GB",
  "12345678901",
  "javascript:alert(1)",
  "<b>1Z999AA10123456784",
])("%p is of no service we know", (number) => expect(carrierPage(number)).toBeNull());

test.each([
  ["1Z999AA10123456784", "fedex", "https://www.fedex.com/fedextrack/?trknbr=1Z999AA10123456784"],
  ["12345678901", "dhl", "https://www.dhl.com/en/express/tracking.html?AWB=12345678901"],
  ["1Z999AA10123456784", "other", undefined],
  ["see the note", "ups", undefined],
] as const)("%s by %s is followed at %s", (number, carrier, url) => {
  expect(carrierPage(number, carrier)?.url).toBe(url);
});

test("no parcel is told of a batch that has not left for its owner, or is here again", () => {
  const order = { tracking_number: "1Z999AA10123456784", return_carrier: null };
  expect(trackingLine({ ...order, submission_status: "graded" })).toEqual({
    text: "Not shipped back yet",
    page: null,
  });
  for (const submission_status of ["completed", "delivered"])
    expect(trackingLine({ ...order, submission_status })).toMatchObject({
      text: "1Z999AA10123456784",
      page: { carrier: "UPS" },
    });
});
