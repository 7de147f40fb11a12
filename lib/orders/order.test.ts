import { addressLines } from "@/lib/orders/address-lines";
import { cardDigits } from "@/lib/orders/card-digits";
import { dashboardFailure } from "@/lib/orders/dashboard";
import { MAX_NOTES } from "@/lib/orders/form-messages";
import {
  checkedOrderSchema,
  orderEventSchema,
  orderSchema,
  ownsOrder,
  printedOrderSchema,
} from "@/lib/orders/order";
import { photoPath } from "@/lib/orders/photo";
import { openingOf } from "@/lib/orders/promise";
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
import { problemEventText } from "@/lib/orders/timeline";
import { anOrder } from "@/sandbox/builders/order";

describe("order", () => {
  const stored = anOrder({
    guest_key: "a".repeat(64),
    return_address: { full_name: "Jane Collector", city: "Portland" },
    received_at: "2026-11-21T12:00:00+00:00",
    received_count: 2,
    package_condition: "ok",
  });

  test("of a stored order each reader gets what is theirs, and people never the guest's key", () => {
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

  test.each([
    { payment_status: "refunded" },
    { submission_status: "on the moon" },
    { plan_type: null },
    { grading_fee: "50.00" },
    { total_paid: undefined },
  ])("%j is no order", (fields) => {
    expect(orderSchema.safeParse({ ...stored, ...fields }).success).toBe(false);
  });

  test("an event of a kind that nobody knows is refused", () => {
    const event = { type: "arrived", from: null, to: null, actor: "staff", message: null, at: "2026-11-21" };
    expect(orderEventSchema.safeParse(event).success).toBe(true);
    expect(orderEventSchema.safeParse({ ...event, type: "teleported" }).success).toBe(false);
  });
});

describe("opening", () => {
  const HERE = { arrived_at: "2026-11-20T10:00:00Z", open_by: "2026-11-24" };
  const at = (now: string, fields: Parameters<typeof anOrder>[0] = {}) =>
    openingOf(anOrder({ ...HERE, ...fields }), Date.parse(now));

  test("a package is late once the day is over by which it is to be opened, where the business is", () => {
    expect(at("2026-11-25T04:59:59Z")).toEqual({ by: "2026-11-24", isLate: false });
    expect(at("2026-11-25T05:00:00Z")).toEqual({ by: "2026-11-24", isLate: true });
  });

  test.each<Parameters<typeof anOrder>[0]>([
    { arrived_at: null, open_by: null },
    { submission_status: "received" },
    { cancel_requested_at: "2026-11-20T11:00:00Z" },
  ])("of one with %j none is to be opened", (fields) => {
    expect(at("2026-11-25T05:00:00Z", fields)).toBeNull();
  });
});

describe("viewer", () => {
  const nobody = { userId: null, guestKey: null };

  describe("ownsOrder", () => {
    test.each([
      [
        "the account of the order",
        { user_id: "u1", guest_key: null },
        { userId: "u1", guestKey: null },
        true,
      ],
      ["another account", { user_id: "u1", guest_key: null }, { userId: "u2", guestKey: null }, false],
      ["nobody", { user_id: "u1", guest_key: null }, nobody, false],
      ["the guest's browser", { user_id: null, guest_key: "k1" }, { userId: null, guestKey: "k1" }, true],
      [
        "the guest's browser, now signed in",
        { user_id: null, guest_key: "k1" },
        { userId: "u1", guestKey: "k1" },
        true,
      ],
      ["another browser", { user_id: null, guest_key: "k1" }, { userId: null, guestKey: "k2" }, false],
      [
        "the guest's browser after an account took the order",
        { user_id: "u1", guest_key: "k1" },
        { userId: null, guestKey: "k1" },
        false,
      ],
      ["an imported order without an owner", { user_id: null, guest_key: null }, nobody, false],
    ] as const)("%s", (_, order, viewer, owned) => {
      expect(ownsOrder({ ...order, owner_has_app: false }, viewer)).toBe(owned);
    });

    test("the account of the order, which has an authenticator app, after its code alone", () => {
      const order = { user_id: "u1", guest_key: null, owner_has_app: true };
      const viewer = { userId: "u1", guestKey: null };
      expect(ownsOrder(order, viewer)).toBe(false);
      expect(ownsOrder(order, { ...viewer, hasUsedApp: false })).toBe(false);
      expect(ownsOrder(order, { ...viewer, hasUsedApp: true })).toBe(true);
    });
  });
});

describe("photo", () => {
  test.each([
    [{}, "/api/photos/1?size=small"],
    [{ order: "2", link: "1.a_-" }, "/api/photos/1?size=small&order=2&link=1.a_-"],
    [{ order: "2" }, "/api/photos/1?size=small"],
    [{ track: "a b&c" }, "/api/photos/1?size=small&track=a+b%26c"],
  ])("with %j its address is %s", (proof, path) => {
    expect(photoPath("1", "small", proof)).toBe(path);
  });
});

describe("problem", () => {
  test.each([
    ["reported", "Problem reported"],
    ["solved", "Problem resolved"],
  ])("the step %j reads %j", (stored, words) => {
    expect(problemEventText(stored)).toBe(words);
  });
});

describe("card digits", () => {
  test.each([
    ["12", "12"],
    ["1a2b", "12"],
    ["", ""],
    ["１２", "12"],
    ["１2", "12"],
    ["123456", "12345"],
    ["１２３４５６", "12345"],
    ["twelve", ""],
    ["０９", "09"],
    // Nobody who types these means the digits that they are made of.
    ["½", ""],
    ["10²", "10"],
    ["①", ""],
    ["٣", ""],
  ])("%j is read as %j", (typed, digits) => {
    expect(cardDigits(typed)).toBe(digits);
  });
});

describe("address lines", () => {
  test.each([
    [{}, []],
    [{ address_line1: "1 Main", address_line2: " " }, ["1 Main"]],
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
  ])("address %j", (address, lines) => {
    expect(addressLines(address)).toEqual(lines);
  });
});

describe("dashboard failure", () => {
  test.each([
    ["valid", false, "Unable to load your submissions. Please try refreshing the page.", false],
    ["unreachable", false, "Unable to verify user session", false],
    ["ended", false, "Unable to load user session", true],
    ["unreadable", true, "Unable to load user session", true],
    ["anything new", true, "Unable to load user session", true],
    ["none", true, "Please log in to view your submissions", true],
  ])("session %s, refresh %s: %s", (session, isRefresh, message, needsLogin) => {
    expect(dashboardFailure(session, isRefresh)).toEqual({ message, needsLogin });
  });

  test("a visitor without a session is sent to /login instead", () => {
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
      ["1", null, []],
      ["9999", null, []],
      ["10000", null, ["A batch holds up to 9,999 cards. Split it into two."]],
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
      expect(messagesOf(parse(MAX_NOTES + 1))).toEqual(["Use 2,000 characters or fewer."]);
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
      [{ num_cards: 10_000 }, ["A batch holds up to 9,999 cards. Split it into two."]],
      [{ batch_id: "x" }, ["This batch ID is invalid. Please reload the page."]],
      [{ batch_id: `${BATCH}!` }, ["This batch ID is invalid. Please reload the page."]],
      [{ notes: "x".repeat(2_001) }, ["Use 2,000 characters or fewer."]],
    ])("does not hold %j: %j", (changes, messages) => expect(messagesOf(parse(changes))).toEqual(messages));
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

    test("answers an invalid session or batch with the catalog's text", () => {
      const body = { session_id: "x", batch_id: "y" };
      expect(messagesOf(processSubmissionSchema.safeParse(body))).toEqual(
        Array(2).fill("Invalid payment session. Please contact support."),
      );
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
});
