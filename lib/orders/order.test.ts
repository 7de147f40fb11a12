import { batchName, batchTitle } from "@/lib/orders/batch-id";
import { cardDigits } from "@/lib/orders/card-digits";
import { dashboardFailure } from "@/lib/orders/dashboard";
import { MAX_NOTES } from "@/lib/orders/form-messages";
import { checkedOrderSchema, orderSchema, ownsOrder, printedOrderSchema } from "@/lib/orders/order";
import { photoPath } from "@/lib/orders/photo";
import { addressLines } from "@/lib/orders/print/print";
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
import { anOrder } from "@/sandbox/builders/order";

describe("order", () => {
  const stored = anOrder({
    guest_key: "a".repeat(64),
    return_address: { full_name: "Jane Collector", city: "Portland" },
    received_at: "2026-11-21T12:00:00+00:00",
    received_count: 2,
    package_condition: "ok",
  });

  test("returns only the fields that each reader may see, never the guest key", () => {
    const { guest_key: _key, owner_has_app: _app, ...asked } = stored;
    const { return_address: address, received_at: at, package_condition: condition, ...order } = asked;
    const row = { ...stored, search_text: "jane", internal: 1 };
    expect(orderSchema.parse(row)).toEqual(order);
    expect(printedOrderSchema.parse(row)).toEqual({ ...order, return_address: address });
    expect(checkedOrderSchema.parse(row)).toEqual({
      ...order,
      return_address: address,
      received_at: at,
      package_condition: condition,
    });
  });

  test.each([{ grading_fee: "50.00" }, { total_paid: undefined }])("rejects an order with %j", (fields) => {
    expect(orderSchema.safeParse({ ...stored, ...fields }).success).toBe(false);
  });
});

describe("ownsOrder", () => {
  const of = (user_id: string | null, guest_key: string | null) => ({ user_id, guest_key });
  const by = (userId: string | null, guestKey: string | null) => ({ userId, guestKey });

  test.each([
    ["accepts the order's account", of("u1", null), by("u1", null), true],
    ["refuses another account", of("u1", null), by("u2", null), false],
    ["refuses an anonymous visitor", of("u1", null), by(null, null), false],
    ["accepts the guest's browser", of(null, "k1"), by(null, "k1"), true],
    ["accepts the guest's browser once signed in", of(null, "k1"), by("u1", "k1"), true],
    ["refuses another browser", of(null, "k1"), by(null, "k2"), false],
    ["refuses the guest's browser once an account has the order", of("u1", "k1"), by(null, "k1"), false],
    ["refuses everyone for an imported order without an owner", of(null, null), by(null, null), false],
  ])("%s", (_, order, viewer, owned) => {
    expect(ownsOrder({ ...order, owner_has_app: false }, viewer)).toBe(owned);
  });

  test("requires the second factor of an account with an authenticator app", () => {
    const order = { ...of("u1", null), owner_has_app: true };
    expect(ownsOrder(order, by("u1", null))).toBe(false);
    expect(ownsOrder(order, { ...by("u1", null), hasUsedApp: false })).toBe(false);
    expect(ownsOrder(order, { ...by("u1", null), hasUsedApp: true })).toBe(true);
  });
});

describe("photo", () => {
  test.each([
    [{ order: "2", link: "1.a_-" }, "/api/photos/1?size=small&order=2&link=1.a_-"],
    [{ track: "a b&c" }, "/api/photos/1?size=small&track=a+b%26c"],
  ])("returns the path of a photo with %j: %s", (proof, path) => {
    expect(photoPath("1", "small", proof)).toBe(path);
  });
});

test.each([
  ["1a2b", "12"],
  ["１2", "12"],
  ["123456", "12345"],
  ["½", ""],
])("reads the digits of %j as %j", (typed, digits) => expect(cardDigits(typed)).toBe(digits));

describe("address lines", () => {
  test.each([
    [{ city: "Paris", postal_code: "75001", country: "FR" }, ["Paris, 75001", "FR"]],
    [
      {
        address_line1: "1 Main",
        address_line2: "Unit 5",
        city: "Reno",
        state: "NV",
        postal_code: "89501",
        country: "US",
      },
      ["1 Main", "Unit 5", "Reno, NV 89501", "US"],
    ],
  ])("returns the lines of the address %j", (address, lines) => {
    expect(addressLines(address)).toEqual(lines);
  });
});

describe("dashboard failure", () => {
  test.each([
    ["valid", false, "Unable to load your submissions. Please try refreshing the page.", false],
    ["unreachable", false, "Unable to verify user session", false],
    ["ended", false, "Unable to load user session", true],
    ["unreadable", true, "Unable to load user session", true],
    ["none", true, "Please log in to view your submissions", true],
  ])(
    "explains a failed dashboard for the session %s (refresh: %s): %s",
    (session, isRefresh, message, needsLogin) => {
      expect(dashboardFailure(session, isRefresh)).toEqual({ message, needsLogin });
    },
  );

  test("sends a visitor without a session to /login", () => {
    expect(dashboardFailure("none", false)).toBeNull();
  });
});

describe("schema", () => {
  const SESSION = `cs_test_${"a1B2".repeat(12)}`;
  const BATCH = "BATCH-MWR17EXD-4BKW";
  const ORDER = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

  type Parsed = { success: boolean; data?: unknown; error?: { issues: { message: string }[] } };
  const messagesOf = ({ error }: Parsed) => error?.issues.map(({ message }) => message) ?? [];

  describe("the submit form", () => {
    test.each<[text: string, remaining: number | null, messages: string[]]>([
      ["10000", null, ["A batch holds up to 9,999 cards. Split yours into two or more batches."]],
      ["", null, ["Please enter at least 1 card"]],
      ["1x", null, ["Please enter at least 1 card"]],
      ["4", 3, ["You can only submit up to 3 cards this month"]],
      ["1", 0, ["You can only submit up to 0 cards this month"]],
    ])("validates %j cards with %j left: %j", (numCards, remaining, messages) => {
      expect(messagesOf(submissionSchema(remaining).safeParse({ numCards }))).toEqual(messages);
    });

    test("accepts notes of up to 2,000 characters", () => {
      const parse = (length: number) =>
        submissionSchema(null).safeParse({ numCards: "1", notes: "x".repeat(length) });
      expect(messagesOf(parse(MAX_NOTES))).toEqual([]);
      expect(messagesOf(parse(MAX_NOTES + 1))).toEqual(["Use 2,000 characters or fewer."]);
    });
  });

  describe("the body of the checkout", () => {
    const good = { num_cards: 3, total_amount: 75, batch_id: BATCH };
    const parse = (changes: object) => checkoutRequestSchema.safeParse({ ...good, ...changes });

    test.each<[changes: object]>([
      [{}],
      [{ notes: "x".repeat(2_000) }],
      [{ num_cards: 9_999 }],
      [{ total_amount: 0 }],
      ...["payg", "free", "starter", "pro", "elite"].map((plan_type): [object] => [{ plan_type }]),
    ])("accepts a checkout with %j", (changes) => expect(messagesOf(parse(changes))).toEqual([]));

    test.each<[changes: object, messages: string[]]>([
      [{ num_cards: 0 }, ["Please enter at least 1 card"]],
      [{ num_cards: 1.5 }, ["Please enter a valid number of cards"]],
      [{ num_cards: 10_000 }, ["A batch holds up to 9,999 cards. Split yours into two or more batches."]],
      [{ batch_id: "x" }, ["This batch ID is invalid. Please reload the page."]],
      [{ notes: "x".repeat(2_001) }, ["Use 2,000 characters or fewer."]],
    ])("rejects a checkout with %j: %j", (changes, messages) =>
      expect(messagesOf(parse(changes))).toEqual(messages),
    );
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
    ])("validates each field of a request (%#)", (schema, good, bad) => {
      expect(messagesOf(schema.safeParse(good))).toEqual([]);
      for (const changes of bad) expect(schema.safeParse({ ...good, ...changes }).success).toBe(false);
    });

    test("shows the specified text for an invalid session or batch", () => {
      const body = { session_id: "x", batch_id: "y" };
      expect(messagesOf(processSubmissionSchema.safeParse(body))).toEqual(
        Array(2).fill("Invalid payment session. Please contact support."),
      );
    });
  });

  describe("an address", () => {
    test("ignores malformed parts of the confirmation's query", () => {
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

    test("ignores malformed parts of the dashboard's query", () => {
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
  });

  describe("the query of /submit", () => {
    const refused = ["0", "10000", "1.5", "<b>"];
    test.each<[Record<string, string | string[]>, object]>([
      [
        { mode: "payg", cards: "30" },
        { mode: "payg", cards: "30" },
      ],
      ...refused.map((cards): [{ cards: string }, object] => [{ cards }, {}]),
    ])("reads the query %j", (query, read) => {
      expect(submitQuerySchema.parse(query)).toEqual(read);
    });
  });
});

describe("batch name", () => {
  const NOW = Date.parse("2026-11-20T12:00:00Z");
  const batch = { title: null, num_cards: 24, submitted_at: "2026-11-02T15:02:00Z" };

  test.each([
    ["its cards and day", batch, "24 cards · Nov 2", "Nov 2 batch"],
    [
      "the business day of a late evening",
      { ...batch, submitted_at: "2026-11-03T04:59:00Z" },
      "24 cards · Nov 2",
      "Nov 2 batch",
    ],
    ["its title", { ...batch, title: "Vintage lot" }, "Vintage lot", "Vintage lot"],
  ])("names a batch by %s", (_, named, name, title) => {
    expect([batchName(named, NOW), batchTitle(named, NOW)]).toEqual([name, title]);
  });
});
