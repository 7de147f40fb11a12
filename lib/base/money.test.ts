import { countries, countryText } from "@/lib/base/countries";
import { formatCents, formatDollars, formatPrice, toCents, toDollars } from "@/lib/base/money";
import { phoneHref } from "@/lib/base/phone";
import { isMembershipPlan, orderTotalCents, planFor, plans } from "@/lib/base/plans";
import { parseReceivingAddress } from "@/lib/base/receiving-address";

describe("money", () => {
  test.each([
    [5, "$0.05"],
    [2500, "$25.00"],
  ])("formats %d cents as %s", (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  test.each([
    [1900, "$19"],
    [1950, "$19.50"],
  ])("formats a price of %d cents as %s", (cents, text) => {
    expect(formatPrice(cents)).toBe(text);
  });

  test.each([
    [125, "$125.00"],
    ["1250.5", "$1,250.50"],
    [0, "$0.00"],
    [null, "—"],
  ])("formats %j dollars as %s", (amount, text) => {
    expect(formatDollars(amount)).toBe(text);
  });

  test.each([
    ["125.00", 12_500],
    ["0.07", 7],
    [1.1, 110],
    [null, Number.NaN],
    ["", Number.NaN],
  ])("converts %j to %d cents", (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
  });

  test("converts every amount up to $1,000 to dollars and back", () => {
    for (let cents = 0; cents <= 100_000; cents++) {
      if (toCents(toDollars(cents)) !== cents) throw new Error(String(cents));
    }
  });
});

describe("plans", () => {
  const visitor = { isSignedIn: false, isStaff: false, membership: null, wantsPayg: false } as const;
  const customer = { ...visitor, isSignedIn: true } as const;

  describe("planFor", () => {
    test.each([
      ["a guest pays as he goes", visitor, "payg", null],
      ["a customer without a membership", customer, "free", null],
      ["a customer who chose pay-as-you-go", { ...customer, wantsPayg: true }, "payg", null],
      ["a starter member", { ...customer, membership: "starter" }, "starter", 100],
      ["a pro member", { ...customer, membership: "pro" }, "pro", 500],
      ["an elite member", { ...customer, membership: "elite" }, "elite", 1000],
      [
        "a member at the limit who pays as he goes",
        { ...customer, membership: "pro", wantsPayg: true },
        "payg",
        null,
      ],
      ["staff", { ...customer, isStaff: true }, "elite", null],
      ["staff who chose pay-as-you-go", { ...customer, isStaff: true, wantsPayg: true }, "payg", null],
      [
        "a membership without a session counts for nothing",
        { ...visitor, membership: "elite" },
        "payg",
        null,
      ],
    ] as const)("%s", (_, context, plan, monthlyLimit) => {
      expect(planFor(context)).toEqual({ plan, monthlyLimit });
    });
  });

  test.each([
    ["payg", 1, 2_500],
    ["free", 9_999, 24_997_500],
    ["pro", 3, 6_600],
    ["pro", 9_999, 21_997_800],
    ["elite", 7, 13_300],
  ] as const)("%s: %i cards cost %i cents", (plan, cards, total) => {
    expect(orderTotalCents(plan, cards)).toBe(total);
  });

  test.each([
    ["payg", 2500, 0, null],
    ["free", 2500, 0, null],
    ["starter", 2500, 2900, 100],
    ["pro", 2200, 9900, 500],
    ["elite", 1900, 24_900, 1000],
  ] as const)("%s costs what the specification says", (plan, rateCents, monthlyCents, monthlyLimit) => {
    expect(plans[plan]).toMatchObject({ rateCents, monthlyCents, monthlyLimit });
  });

  test.each([
    ["starter", true],
    ["free", false],
    ["constructor", false],
    [null, false],
    [["pro"], false],
  ])("decides whether %j is a membership: %s", (plan, expected) => {
    expect(isMembershipPlan(plan)).toBe(expected);
  });
});

describe("countries", () => {
  test("lists the specification's ten countries with their address terms", () => {
    expect(countries).toEqual(["US", "CA", "GB", "AU", "DE", "FR", "JP", "KR", "CN", "MX"]);
    expect(Object.keys(countryText)).toEqual([...countries]);
  });
});

describe("phone", () => {
  test.each(["030/123456, 0171/123456", "503-555-0100 x12 x13", "(-----"])(
    "returns no tel URL for %s",
    (phone) => {
      expect(phoneHref(phone)).toBeNull();
    },
  );

  test.each([
    ["+1 503 555 0100", "tel:+15035550100"],
    ["(503) 555-0100", "tel:5035550100"],
    ["503.555.0100 x12", "tel:5035550100;ext=12"],
    ["+44 (0)20 7946 0958", "tel:+442079460958"],
    ["030/1234.56", "tel:030123456"],
  ])("returns the tel URL of %s: %s", (phone, href) => {
    expect(phoneHref(phone)).toBe(href);
  });
});

describe("receiving address", () => {
  test("splits the setting into address lines", () => {
    expect(parseReceivingAddress("Acme Grading |AG| 1 Dock Road, Door 2 |Salem | OR|97301| US")).toEqual({
      name: "Acme Grading",
      labelName: "AG",
      line1: "1 Dock Road, Door 2",
      city: "Salem",
      state: "OR",
      postalCode: "97301",
      country: "US",
    });
  });
});
