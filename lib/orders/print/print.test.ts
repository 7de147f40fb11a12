import { EMAIL_LINK_DAYS } from "@/lib/orders/form-messages";
import { printedPackages, slipFacts } from "@/lib/orders/print/print";
import { printQuerySchema } from "@/lib/orders/print/schema";
import { isValidPrintLink, signPrintLink } from "@/lib/orders/signed-links";
import { anOrder } from "@/sandbox/builders/order";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("print", () => {
  test("returns the packing slip's facts", () => {
    const order = anOrder({
      num_cards: 1200,
      total_paid: 30000,
      user_email: "jane@example.org",
      notes: " Two lots \n",
    });
    const return_address = { full_name: "Jane Roe", address_line1: "5 Elm", city: "Austin", state: "TX" };
    expect(slipFacts({ ...order, return_address })).toEqual({
      batchId: "BATCH-TEST0001-2345",
      fullName: "Jane Roe",
      email: "jane@example.org",
      totalPaid: "$30,000.00",
      cards: "1,200 cards",
      notes: "Two lots",
      returnAddress: ["5 Elm", "Austin, TX"],
    });
  });

  test.each([
    [75, 60, "$60.00"],
    [75, null, "$75.00"],
  ])("prints for a fee of %d and a payment of %j the total %s", (grading_fee, total_paid, words) => {
    const order = { ...anOrder({ grading_fee, total_paid }), return_address: null };
    expect(slipFacts(order).totalPaid).toBe(words);
  });

  test.each([
    [{}, { size: "letter", packages: 1 }],
    [
      { size: "a4", packages: "3", link: "1.a_-" },
      { size: "a4", packages: 3, link: "1.a_-" },
    ],
    [
      { size: "A5", packages: "10", link: "<script>", with: "receipt" },
      { size: "letter", packages: 1 },
    ],
    [
      { packages: "2", only: "0", size: "4x6", with: "slip" },
      { size: "4x6", packages: 2, with: "slip" },
    ],
  ])("reads the query %j", (query, expected) => {
    const { link, ...rest } = printQuerySchema.parse(query);
    expect({ ...rest, ...(link ? { link } : {}) }).toEqual(expected);
  });

  test.each<[{ packages: number; only?: number }, number[]]>([
    [{ packages: 1 }, [1]],
    [{ packages: 2, only: 2 }, [2]],
    [{ packages: 2, only: 3 }, [1, 2]],
  ])("prints for the query %j the labels %j", (query, numbers) => {
    expect(printedPackages(query)).toEqual(numbers);
  });
});

describe("print link", () => {
  setTestSettings();
  const NOW = Date.parse("2026-11-01T00:00:00Z");
  const DAY = 86_400_000;
  const ORDER = "00000000-0000-4000-8000-000000000001";
  const OTHER = "00000000-0000-4000-8000-000000000002";

  test("accepts a print link for its order for thirty days", () => {
    const link = signPrintLink(ORDER, NOW);
    expect(link).toMatch(/^[\w.-]{1,100}$/);
    expect(isValidPrintLink(ORDER, link, NOW)).toBe(true);
    expect(isValidPrintLink(ORDER, link, NOW + EMAIL_LINK_DAYS * DAY - 1000)).toBe(true);
    expect(isValidPrintLink(ORDER, link, NOW + EMAIL_LINK_DAYS * DAY)).toBe(false);
    expect(isValidPrintLink(OTHER, link, NOW)).toBe(false);
  });

  test.each([
    ["nothing", ""],
    ["a made-up signature", "1795824000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
    ["a later expiry", signPrintLink(ORDER, NOW).replace(/^\d+/, "1999999999")],
    ["an expiry that is no number", signPrintLink(ORDER, NOW).replace(/^\d+/, "Infinity")],
  ])("refuses %s", (_, link) => {
    expect(isValidPrintLink(ORDER, link, NOW)).toBe(false);
  });
});
