import { PRINT_LINK_DAYS } from "@/lib/orders/print/print";
import { isValidPrintLink, signPrintLink } from "@/lib/orders/print/print-link";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const NOW = Date.parse("2026-11-01T00:00:00Z");
const DAY = 86_400_000;
const ORDER = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";

test("a link opens its order for thirty days", () => {
  const link = signPrintLink(ORDER, NOW);
  expect(link).toMatch(/^[\w.-]{1,100}$/);
  expect(isValidPrintLink(ORDER, link, NOW)).toBe(true);
  expect(isValidPrintLink(ORDER, link, NOW + PRINT_LINK_DAYS * DAY - 1000)).toBe(true);
  expect(isValidPrintLink(ORDER, link, NOW + PRINT_LINK_DAYS * DAY)).toBe(false);
  expect(isValidPrintLink(OTHER, link, NOW)).toBe(false);
});

test.each([
  ["nothing", ""],
  ["no signature", "1795824000"],
  ["an empty signature", "1795824000."],
  ["a made-up signature", "1795824000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
  ["a later expiry", signPrintLink(ORDER, NOW).replace(/^\d+/, "1999999999")],
  ["an expiry that is no number", signPrintLink(ORDER, NOW).replace(/^\d+/, "Infinity")],
  ["more behind it", `${signPrintLink(ORDER, NOW)}.x`],
])("%s opens nothing", (_, link) => {
  expect(isValidPrintLink(ORDER, link, NOW)).toBe(false);
});
