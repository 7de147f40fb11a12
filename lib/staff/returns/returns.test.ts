import {
  cardsHereWords,
  returnRefusalSchema,
  returnRefusalWords,
  returnTexts,
} from "@/lib/staff/returns/return-desk";
import { returnOrderSchema } from "@/lib/staff/returns/schema";

describe("return desk", () => {
  test("every refusal has words of its own", () => {
    const words = returnRefusalSchema.options.map((refusal) => returnRefusalWords(refusal));
    expect(new Set(words).size).toBe(returnRefusalSchema.options.length);
  });

  test("what a group holds is said with the group", () => {
    expect(returnRefusalWords("at_grader", 12)).toBe(
      "The cards of this batch are not back from the grader. (Group 12)",
    );
    expect(returnRefusalWords("at_grader")).not.toContain("Group");
    expect(returnRefusalWords("not_graded", 12)).not.toContain("Group");
  });

  const other = { id: "order-1", batch_id: "BATCH-A" };
  test.each([
    [
      "return_refused",
      { refusal: "address_held" },
      "Its return address was just changed. Wait, or release it with a reason.",
    ],
    [
      "number_of_other_owner",
      { other },
      "This number is on the parcel of BATCH-A, which is another owner's. Scan the right label.",
    ],
    [
      "number_of_other_address",
      { other },
      "This number is on the parcel of BATCH-A, which goes to another address. Scan the right label.",
    ],
    ["same_box", { other }, "This number is on the parcel of BATCH-A, of the same owner."],
  ] as const)("%s says why", (code, facts, text) => {
    expect(returnTexts[code]?.(facts)).toBe(text);
  });

  test("cards that were not sent are named before the parcel is closed", () => {
    expect(cardsHereWords(2)).toBe("2 cards still here. Pack them too: not sent to the grader.");
    expect(cardsHereWords(1)).toContain("Pack it too");
  });
});

describe("schema", () => {
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
});
