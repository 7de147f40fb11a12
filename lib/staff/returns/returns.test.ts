import { returnRefusalText, returnTexts } from "@/lib/staff/returns/return-desk";
import { returnOrderSchema } from "@/lib/staff/returns/returns";

describe("return desk", () => {
  test("names the shipment that contains a batch", () => {
    expect(returnRefusalText("in_shipment", 12)).toBe(
      "This batch is packed for the grader. Remove it from Shipment 12 first.",
    );
    expect(returnRefusalText("at_grader", 12)).toBe(
      "These cards aren't back from the grader. They're in Shipment 12.",
    );
    expect(returnRefusalText("at_grader")).not.toContain("Shipment");
    expect(returnRefusalText("not_graded", 12)).not.toContain("Shipment");
  });

  const other = { id: "order-1", batch_id: "BATCH-A" };
  test.each([
    [
      "return_refused",
      { refusal: "address_held" },
      "The return address just changed. Wait, or release the hold with a reason.",
    ],
    [
      "number_of_other_owner",
      { other },
      "This number belongs to BATCH-A, from another customer. Scan the right label.",
    ],
    [
      "number_of_other_address",
      { other },
      "This number belongs to BATCH-A, which ships to another address. Scan the right label.",
    ],
    ["same_box", { other }, "This number belongs to BATCH-A, from the same customer."],
  ] as const)("explains %s", (code, facts, text) => {
    expect(returnTexts[code]?.(facts)).toBe(text);
  });
});

describe("schema", () => {
  const body = { version: 3, tracking_number: "1Z999AA10123456784", carrier: "ups" };

  test("accepts a tracking number with a carrier", () => {
    expect(returnOrderSchema.parse(body)).toEqual(body);
    const typed = { ...body, tracking_number: " 1z 999 aa1 01 2345 6784", is_same_box: true };
    expect(returnOrderSchema.parse(typed)).toEqual(typed);
  });

  test.each([
    [
      "BATCH-MGX2K9QW-7F3K",
      "This is a batch ID, not a tracking number. Use the number on the carrier's label.",
    ],
    ["12345", "This is too short for a tracking number."],
    ["", "Please scan or type the tracking number."],
  ])("refuses the tracking number %j", (tracking_number, message) => {
    const { error } = returnOrderSchema.safeParse({ ...body, tracking_number });
    expect(error?.issues[0]?.message).toBe(message);
  });

  test.each([{ version: 0 }, { carrier: "pigeon" }, { carrier: undefined }, { is_same_box: "yes" }])(
    "refuses a return shipment with %j",
    (changes) => {
      expect(returnOrderSchema.safeParse({ ...body, ...changes }).success).toBe(false);
    },
  );
});
