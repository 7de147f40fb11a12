import { returnOrderSchema } from "@/lib/staff/returns/schema";

const body = { version: 3, tracking_number: "1Z999AA10123456784", carrier: "ups" };

test("a parcel has a number and a carrier", () => {
  expect(returnOrderSchema.parse(body)).toEqual(body);
  const typed = { ...body, tracking_number: " 1z 999 aa1 01 2345 6784", is_same_box: true };
  expect(returnOrderSchema.parse(typed)).toEqual(typed);
});

test.each([
  ["BATCH-MGX2K9QW-7F3K", "This is a batch ID, not a tracking number. Scan the carrier's label."],
  ["12345", "This is too short for a tracking number."],
  ["", "Please scan or type the tracking number."],
])("%j is no number of a parcel", (tracking_number, message) => {
  const { error } = returnOrderSchema.safeParse({ ...body, tracking_number });
  expect(error?.issues[0]?.message).toBe(message);
});

test.each([{ version: 0 }, { carrier: "pigeon" }, { carrier: undefined }, { is_same_box: "yes" }])(
  "no parcel with %j",
  (changes) => {
    expect(returnOrderSchema.safeParse({ ...body, ...changes }).success).toBe(false);
  },
);
