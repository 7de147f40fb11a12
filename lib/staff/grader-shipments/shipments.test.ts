import {
  type AddOutcome,
  addText,
  cardsDiffer,
  differsFromShipment,
  leaveOutText,
  manifestCsv,
  manifestFileName,
  stepsAhead,
} from "@/lib/staff/grader-shipments/grader-shipment";
import {
  addToShipmentSchema,
  readCards,
  shipmentMessages,
  shipmentParamsSchema,
  stepShipmentSchema,
  takeFromShipmentSchema,
} from "@/lib/staff/grader-shipments/schema";
import type { ShipmentStep } from "@/lib/staff/shipment-step";
import { aGraderShipment, aShipmentMember } from "@/sandbox/builders/desk";

describe("add outcome", () => {
  const result = (fields: Partial<AddOutcome>): AddOutcome => ({
    id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
    outcome: "added",
    batch_id: "BATCH-MGX2K9QW-7F3K",
    num_cards: 12,
    received_count: 12,
    cards: 12,
    other_shipment: null,
    ...fields,
  });

  test.each<[Partial<AddOutcome>, string]>([
    [{}, "Added, 12 cards"],
    [{ received_count: 14 }, "Added, 12 of 14 cards. Leave out 2 unpaid cards."],
    // Staff already resolved the difference.
    [{ received_count: 14, cards: 14 }, "Added, 14 cards"],
    [{ outcome: "already_here" }, "Already in this shipment"],
    [{ outcome: "other_shipment", other_shipment: 7 }, "Not added. It's in Shipment 7."],
    [
      { outcome: "count_differs", received_count: 13 },
      "Not added. 13 of 12 cards counted, and the difference isn't resolved.",
    ],
    [{ outcome: "disputed" }, "Not added. Its payment is disputed."],
  ])("describes %j as %s", (fields, words) => {
    expect(addText(result(fields))).toBe(words);
  });

  test.each([
    [{}, "Leave out 2 unpaid cards"],
    [{ cards: 5 }, null],
    // Ships no cards of a batch that is refused.
    [{ cards: 0, refusal: "disputed" }, null],
  ] as const)("returns how many of 5 cards to leave out when 3 ship (%j): %s", (fields, words) => {
    const member = { cards: 3, received_count: 5, refusal: null };
    expect(leaveOutText({ ...member, ...fields })).toBe(words);
  });
});

describe("grader shipment", () => {
  test.each<[ShipmentStep, ShipmentStep[]]>([
    ["open", []],
    ["closed", ["shipped", "grading", "graded", "back"]],
    ["back", []],
  ])("moves a shipment that is %s only to %j", (step, ahead) => {
    expect(stepsAhead(step)).toEqual(ahead);
  });

  test.each([
    [{ cards: 10, declared_cards: 10, returned_cards: 10 }, null],
    [{ cards: 1418, declared_cards: 1420, returned_cards: null }, "1,418 counted, 1,420 declared"],
    [{ cards: 10, declared_cards: 11, returned_cards: 9 }, "10 counted, 11 declared, 9 returned"],
  ])("compares the card counts of %j: %s", (shipment, words) => {
    expect(cardsDiffer(shipment)).toBe(words);
  });

  test.each([
    ["open", null, "received", null, false],
    ["closed", "N1", "received", "N1", false],
    ["closed", "N1", "processing", null, true],
    ["closed", "N1", "shipped", "N1", true],
    ["shipped", "N1", "shipped", "N1", false],
    ["back", "N1", "graded", "N1", false],
    ["back", "N1", "grading", "N1", true],
  ] as const)(
    "compares a shipment %s (%s) with a batch %s (%s): differs %s",
    (step, number, status, own, expected) => {
      const member = {
        submission_status: status,
        grading_submission_number: own,
      };
      const shipment = { step, submission_number: number };
      expect(differsFromShipment(member, shipment)).toBe(expected);
    },
  );
});

describe("manifest", () => {
  const members = [
    aShipmentMember({ batch_id: "BATCH-MGX2K9QW-7F3K", received_count: 14, cards: 12 }),
    aShipmentMember({
      id: "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091",
      batch_id: null,
      received_count: 1,
      cards: 1,
    }),
  ];

  test("exports a row per batch and a total, and escapes formulas", () => {
    const shipment = aGraderShipment({
      id: 12,
      grader: "=HYPERLINK()",
      submission_number: "SUB-1",
      batches: 2,
      cards: 13,
    });
    expect(manifestCsv({ shipment, members }).split("\r\n")).toEqual([
      "\uFEFFNo.,Batch ID,Cards,Grader,Submission number",
      "1,BATCH-MGX2K9QW-7F3K,12,'=HYPERLINK(),SUB-1",
      "2,ORDER-3F2B8A10,1,'=HYPERLINK(),SUB-1",
      "Total,2,13,,",
      "",
    ]);
    expect(manifestFileName(12)).toBe("shipment-12-manifest.csv");
  });
});

describe("schema", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
  const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
    result.error?.issues[0]?.message;

  test("parses a shipment ID", () => {
    expect(shipmentParamsSchema.parse({ id: "12" })).toEqual({ id: 12 });
  });

  test.each(["0", "1e3", "", "9999999999999999"])("refuses the shipment ID %j", (id) => {
    expect(shipmentParamsSchema.safeParse({ id }).success).toBe(false);
  });

  test("accepts either a scanned code or selected batches", () => {
    expect(addToShipmentSchema.parse({ code: "MGX2K9QW-7F3K" })).toEqual({ code: "MGX2K9QW-7F3K" });
    expect(addToShipmentSchema.parse({ order_ids: [ID], reason: "x" })).toEqual({
      order_ids: [ID],
      reason: "x",
    });
    for (const body of [{}, { code: " " }, { order_ids: [] }, { code: "X", order_ids: [ID] }])
      expect(messageOf(addToShipmentSchema.safeParse(body))).toBe(shipmentMessages.nothing);
    expect(messageOf(addToShipmentSchema.safeParse({ order_ids: Array(201).fill(ID) }))).toBe(
      shipmentMessages.tooMany,
    );
    expect(takeFromShipmentSchema.parse({ order_id: ID })).toEqual({ order_id: ID });
  });

  test("requires a number and declared cards when closing", () => {
    const body = { version: 3, step: "closed", number: "SUB-1", cards: 418 };
    expect(stepShipmentSchema.parse({ ...body, accepts_difference: true })).toMatchObject(body);
    expect(messageOf(stepShipmentSchema.safeParse({ ...body, number: " " }))).toBe(shipmentMessages.number);
    expect(messageOf(stepShipmentSchema.safeParse({ ...body, number: " batch-MGX2K9QW-7F3K" }))).toBe(
      shipmentMessages.batchForNumber,
    );
    for (const cards of [-1, 1.5, 10_000_000, "418", undefined])
      expect(messageOf(stepShipmentSchema.safeParse({ ...body, cards }))).toBe(shipmentMessages.cards);
  });

  test("requires a card count only for returned cards", () => {
    expect(stepShipmentSchema.safeParse({ version: 3, step: "grading" }).success).toBe(true);
    expect(messageOf(stepShipmentSchema.safeParse({ version: 3, step: "back" }))).toBe(
      shipmentMessages.cards,
    );
    expect(stepShipmentSchema.safeParse({ version: 3, step: "back", cards: 0 }).success).toBe(true);
    for (const step of ["open", "lost"])
      expect(stepShipmentSchema.safeParse({ version: 3, step, cards: 1 }).success).toBe(false);
  });

  test.each([
    [" 418 ", 418],
    ["1,418", 1418],
    ["", undefined],
    ["1.5", undefined],
    ["9400110200881234567890", undefined],
  ])("parses %j as %j cards", (typed, cards) => {
    expect(readCards(typed)).toBe(cards);
  });
});
