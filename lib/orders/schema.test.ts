import { MAX_NOTES } from "@/lib/base/submit-messages";
import {
  checkoutRequestSchema,
  confirmationQuerySchema,
  dashboardQuerySchema,
  orderParamsSchema,
  processPaygSchema,
  processSubmissionSchema,
  provenParamsSchema,
  submissionSchema,
  submitQuerySchema,
  trackingLinkChangeSchema,
} from "@/lib/orders/schema";

const SESSION = `cs_test_${"a1B2".repeat(12)}`;
const BATCH = "BATCH-MWR17EXD-4BKW";
const ORDER = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

type Parsed = { success: boolean; data?: unknown; error?: { issues: { message: string }[] } };
const messagesOf = ({ error }: Parsed) => error?.issues.map(({ message }) => message) ?? [];

describe("the submit form", () => {
  test.each<[text: string, remaining: number | null, messages: string[]]>([
    ["1", null, []],
    ["9999", null, []],
    ["10000", null, ["One order holds up to 9,999 cards. Please split it."]],
    ["", null, ["Please enter at least 1 card"]],
    ["0", null, ["Please enter at least 1 card"]],
    ["1x", null, ["Please enter at least 1 card"]],
    ["x1", null, ["Please enter at least 1 card"]],
    ["3", 3, []],
    ["4", 3, ["You can only submit up to 3 cards this month"]],
    ["10000", 3, ["You can only submit up to 3 cards this month"]],
    ["1", 0, ["You can only submit up to 0 cards this month"]],
  ])("takes %j cards where %j are left: %j", (numCards, remaining, messages) => {
    expect(messagesOf(submissionSchema(remaining).safeParse({ numCards }))).toEqual(messages);
  });

  test("takes notes of 2,000 characters and no more", () => {
    const parse = (length: number) =>
      submissionSchema(null).safeParse({ numCards: "1", notes: "x".repeat(length) });
    expect(messagesOf(parse(MAX_NOTES))).toEqual([]);
    expect(messagesOf(parse(MAX_NOTES + 1))).toEqual(["Notes can hold up to 2,000 characters."]);
  });
});

describe("the body of the checkout", () => {
  const good = { num_cards: 3, total_amount: 75, batch_id: BATCH };
  const parse = (changes: object) => checkoutRequestSchema.safeParse({ ...good, ...changes });

  test.each<[changes: object]>([
    [{}],
    [{ notes: null }],
    [{ notes: "x".repeat(2_000) }],
    [{ num_cards: 1 }],
    [{ num_cards: 9_999 }],
    [{ total_amount: 0 }],
    [{ total_amount: 999_999 }],
    ...["payg", "free", "starter", "pro", "elite"].map((plan_type): [object] => [{ plan_type }]),
  ])("may hold %j", (changes) => expect(messagesOf(parse(changes))).toEqual([]));

  test.each<[changes: object, messages: string[]]>([
    [{ num_cards: 0 }, ["Please enter at least 1 card"]],
    [{ num_cards: 1.5 }, ["Please enter a valid number of cards"]],
    [{ num_cards: "3" }, ["Please enter a valid number of cards"]],
    [{ num_cards: 10_000 }, ["One order holds up to 9,999 cards. Please split it."]],
    [{ batch_id: "x" }, ["This batch ID is not valid. Please reload the page."]],
    [{ batch_id: `${BATCH}!` }, ["This batch ID is not valid. Please reload the page."]],
    [{ notes: "x".repeat(2_001) }, ["Notes can hold up to 2,000 characters."]],
  ])("does not hold %j: %j", (changes, messages) => expect(messagesOf(parse(changes))).toEqual(messages));

  test.each<[changes: object]>([
    [{ total_amount: -0.01 }],
    [{ total_amount: 1_000_000 }],
    [{ total_amount: "75" }],
    [{ plan_type: "gold" }],
    [{ batch_id: undefined }],
  ])("is refused with %j", (changes) => expect(parse(changes).success).toBe(false));
});

describe("what is asked about a payment", () => {
  test.each<[schema: { safeParse: (value: unknown) => Parsed }, good: object, bad: object[]]>([
    [
      processSubmissionSchema,
      { session_id: SESSION, batch_id: BATCH },
      [{ session_id: "cs_1" }, { batch_id: "x" }, { session_id: undefined }, { batch_id: undefined }],
    ],
    [
      processPaygSchema,
      { session_id: SESSION, order_id: ORDER },
      [{ session_id: "cs_1" }, { order_id: "1" }],
    ],
    [orderParamsSchema, { id: ORDER }, [{ id: "1" }, { id: "tracked" }, { id: undefined }]],
    [provenParamsSchema, { id: ORDER }, [{ id: "1" }, { id: undefined }]],
    [provenParamsSchema, { id: "tracked" }, [{ id: "Tracked" }, { id: "" }]],
    [
      trackingLinkChangeSchema,
      { action: "renew", generation: 0 },
      [{ action: "delete" }, { generation: -1 }, { generation: 1.5 }, { generation: 2_000_000_001 }],
    ],
  ])("is checked part by part (%#)", (schema, good, bad) => {
    expect(messagesOf(schema.safeParse(good))).toEqual([]);
    for (const changes of bad) expect(schema.safeParse({ ...good, ...changes }).success).toBe(false);
  });

  test("a session or batch that is none is told in the catalogue's words", () => {
    const body = { session_id: "x", batch_id: "y" };
    expect(messagesOf(processSubmissionSchema.safeParse(body))).toEqual(
      Array(2).fill("Invalid payment session. Please contact support."),
    );
  });

  test("an order need not be named", () => {
    expect(processPaygSchema.safeParse({ session_id: SESSION, order_id: null }).success).toBe(true);
    expect(processPaygSchema.safeParse({ session_id: SESSION }).success).toBe(true);
  });

  test.each(["revoke", "renew"])("a tracking link may be asked to %s", (action) => {
    const change = { action, generation: 2_000_000_000 };
    expect(trackingLinkChangeSchema.safeParse(change).success).toBe(true);
  });
});

describe("an address", () => {
  test("of the confirmation is read part by part; what is malformed counts as absent", () => {
    const whole = { session_id: SESSION, batch_id: BATCH, mode: "payg", order_id: ORDER };
    expect(confirmationQuerySchema.parse(whole)).toEqual(whole);
    for (const [name, wrong] of Object.entries({
      session_id: "cs_1",
      batch_id: "x",
      mode: "free",
      order_id: "1",
    })) {
      const read = confirmationQuerySchema.parse({ ...whole, [name]: wrong });
      expect(read).toEqual({ ...whole, [name]: undefined });
    }
    expect(confirmationQuerySchema.parse({})).toEqual({});
  });

  test("of the dashboard is read part by part; what is malformed counts as absent", () => {
    const at = "2026-11-22T12:00:00.123456+00:00";
    const whole = { tab: "all", after: at, before: at, id: ORDER, batch: BATCH };
    expect(dashboardQuerySchema.parse(whole)).toEqual(whole);
    for (const [name, wrong] of Object.entries({ after: "now", before: "now", id: "1", batch: "x" })) {
      expect(dashboardQuerySchema.parse({ ...whole, [name]: wrong })).toEqual({
        ...whole,
        [name]: undefined,
      });
    }
    expect(dashboardQuerySchema.parse({ tab: "none" })).toEqual({ tab: "overview" });
    expect(dashboardQuerySchema.parse({})).toEqual({ tab: "overview" });
  });

  test.each([
    ["BATCH-ABC123", true],
    ["ORDER-ABC123", true],
    ["BATCH-ABC12", false],
    ["BATCH-abc123", false],
    ["xBATCH-ABC123", false],
    ["BATCH-ABC123!", false],
    ["OTHER-ABC123", false],
    [`BATCH-${"A".repeat(30)}`, true],
    [`BATCH-${"A".repeat(31)}`, false],
  ])("of a batch's timeline: %s is one: %s", (batch, isOne) => {
    expect(dashboardQuerySchema.parse({ batch }).batch).toBe(isOne ? batch : undefined);
  });
});

describe("the query of /submit", () => {
  const refused = ["0", "10000", "-3", "1.5", "3e2", "", "<b>"];
  test.each<[Record<string, string | string[]>, object]>([
    [
      { mode: "payg", cards: "30" },
      { mode: "payg", cards: "30" },
    ],
    [
      { mode: "payg", cards: ["7", "8"] },
      { mode: "payg", cards: "7" },
    ],
    [
      { plan: "free", cards: "9999" },
      { plan: "free", cards: "9999" },
    ],
    ...refused.map((cards): [{ cards: string }, object] => [{ cards }, {}]),
  ])("%j", (query, read) => {
    expect(submitQuerySchema.parse(query)).toEqual(read);
  });
});
