import { batchName, batchTitle } from "@/lib/orders/batch-id";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const batch = { title: null, num_cards: 24, submitted_at: "2026-11-02T15:02:00Z" };

test.each([
  ["a batch of this year", batch, "24 cards · Nov 2", "Nov 2 batch"],
  ["one card", { ...batch, num_cards: 1 }, "1 card · Nov 2", "Nov 2 batch"],
  [
    "a late evening in the business's time zone",
    { ...batch, submitted_at: "2026-11-03T04:59:00Z" },
    "24 cards · Nov 2",
    "Nov 2 batch",
  ],
  [
    "another year",
    { ...batch, submitted_at: "2025-12-30T15:00:00Z" },
    "24 cards · Dec 30, 2025",
    "Dec 30, 2025 batch",
  ],
  ["a title", { ...batch, title: "Vintage lot" }, "Vintage lot", "Vintage lot"],
])("names %s", (_, named, name, title) => {
  expect(batchName(named, NOW)).toBe(name);
  expect(batchTitle(named, NOW)).toBe(title);
});
