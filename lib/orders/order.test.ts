import { addressLines, parcelLines } from "@/lib/orders/address-lines";
import { addressEventWords, addressStanding } from "@/lib/orders/address-question";
import { cardDigits } from "@/lib/orders/card-digits";
import { dashboardFailure } from "@/lib/orders/dashboard-failure";
import { drawerAddress } from "@/lib/orders/drawer-address";
import { openingOf } from "@/lib/orders/opening";
import {
  checkedOrderSchema,
  exceptionReasonSchema,
  orderEventSchema,
  orderSchema,
  printedOrderSchema,
  reviewReasonSchema,
} from "@/lib/orders/order";
import { PHOTO_KINDS, photoAlt, photoKind, photoPath } from "@/lib/orders/photo";
import { problemEventWords, problemMark, problemStanding } from "@/lib/orders/problem";
import { ownsOrder } from "@/lib/orders/viewer";
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
    const { guest_key: _key, owner_has_app: _app, address_asked_until: _asked, ...asked } = stored;
    const { cards_sent: _sent, ...own } = asked;
    const { return_address: address, received_at: at, package_condition: condition, ...order } = own;
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

  test("no word says both that money does not fit and that an order is to be looked at", () => {
    const reasons: string[] = [...exceptionReasonSchema.options, ...reviewReasonSchema.options];
    expect(new Set(reasons).size).toBe(reasons.length);
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
  test.each(PHOTO_KINDS)("%s has words of its own", (kind) => {
    expect(photoKind(kind)).toMatch(/^(The|A) [a-z ]+$/);
    expect(PHOTO_KINDS.filter((other) => photoKind(other) === photoKind(kind))).toEqual([kind]);
  });

  test.each([null, "selfie", ""])("%j is a photograph all the same", (kind) => {
    expect(photoKind(kind)).toBe("A photograph");
  });

  test.each([
    [{}, "/api/photos/1?size=small"],
    [{ order: "2", link: "1.a_-" }, "/api/photos/1?size=small&order=2&link=1.a_-"],
    [{ order: "2" }, "/api/photos/1?size=small"],
    [{ track: "a b&c" }, "/api/photos/1?size=small&track=a+b%26c"],
  ])("with %j its address is %s", (proof, path) => {
    expect(photoPath("1", "small", proof)).toBe(path);
  });

  test("it is told apart from others of its kind", () => {
    expect(photoAlt({ kind: "count" }, 1, 3)).toBe("The counted cards, photograph 2 of 3");
  });
});

describe("problem", () => {
  test.each([
    ["reported", "Something is wrong with the cards or their return shipping"],
    ["closed", "What was wrong is settled"],
    ["of a later version", "News about what is wrong"],
    [null, "News about what is wrong"],
  ])("the step %j reads %j", (stored, words) => {
    expect(problemEventWords(stored)).toBe(words);
  });

  test("staff read whether it waits for them", () => {
    expect(problemMark({ waiting_since: "2026-11-20T10:00:00Z" })).toBe("Problem, waits for an answer");
    expect(problemMark({ waiting_since: null })).toBe("Problem, answered");
  });

  test.each([
    [true, false, "We read it and answer you by email"],
    [true, true, "We have answered you"],
    [false, true, "Settled"],
  ])("open %j, answered %j: %s", (is_open, is_answered, words) => {
    expect(problemStanding({ is_open, is_answered, until: null, messages: [] })).toBe(words);
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

  test("an address reads as on a parcel, without what is not known", () => {
    const whole = {
      full_name: "Jane Collector",
      phone: "555",
      address_line1: "1 Main Street",
      address_line2: "Unit 5",
      city: "Reno",
      state: "NV",
      postal_code: "89501",
      country: "US",
    };
    expect(parcelLines(whole)).toEqual(["Jane Collector", "1 Main Street", "Unit 5", "Reno, NV 89501", "US"]);
    expect(parcelLines({ address_line1: "1 Main Street", city: "Reno" })).toEqual(["1 Main Street", "Reno"]);
    expect(parcelLines({ postal_code: "89501" })).toEqual(["89501"]);
  });
});

describe("address question", () => {
  test.each([
    [true, null, null, "The owner is asked where to"],
    [false, null, null, "The owner did not answer: the order's address counts"],
    [false, "profile", false, "The owner said it: the new address, now the order's"],
    [false, "order", true, "Staff settled it: the order's address"],
  ] as const)("open %j, chosen %j, by staff %j: %s", (is_open, choice, is_by_staff, words) => {
    expect(addressStanding({ is_open, choice, is_by_staff })).toBe(words);
  });

  test.each([
    ["asked", "We asked where your cards go"],
    ["withdrawn", "Corrected: we no longer ask where your cards go"],
    ["unanswered", "Nobody told us in time where your cards go: the address of this batch counts"],
    ["profile", "Your cards go to the new address of your profile"],
    ["of a later version", "News about where your cards go"],
    [null, "News about where your cards go"],
  ])("the step %j reads %j", (stored, words) => {
    expect(addressEventWords(stored)).toBe(words);
  });
});

describe("drawer address", () => {
  test.each([
    ["opens", "", "BATCH-A-1", "/dashboard?batch=BATCH-A-1"],
    ["opens on the same tab", "tab=all", "BATCH-A-1", "/dashboard?tab=all&batch=BATCH-A-1"],
    [
      "opens in place of another",
      "batch=BATCH-B-2&tab=all",
      "BATCH-A-1",
      "/dashboard?batch=BATCH-A-1&tab=all",
    ],
    ["closes", "tab=all&batch=BATCH-A-1", null, "/dashboard?tab=all"],
    ["closes on the overview", "batch=BATCH-A-1", null, "/dashboard"],
  ])("a batch %s", (_what, query, batchId, expected) => {
    const now = new URLSearchParams(query);
    expect(drawerAddress(now, batchId)).toBe(expected);
    expect(now.toString()).toBe(query);
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
