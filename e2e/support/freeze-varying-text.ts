import type { Page } from "playwright/test";

/** Replaces text that varies by constants of the same length, so that screenshots differ only in looks. */
export async function freezeVaryingText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
    const SHORT = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:day|sday|nesday|rsday|urday)?";
    const changes: [RegExp, string][] = [
      [/BATCH-[0-9A-Z]+-[0-9A-Z]{4}/g, "BATCH-MGX2K9QW-7F3K"],
      [/cs_test_\w+/g, "cs_test_a1b2c3d4e5f6g7h8"],
      // The last four letters may be in their own element.
      [/BATCH-[0-9A-Z]+-$/, "BATCH-MGX2K9QW-"],
      [/^[\d,]+\+?(?= (to check in|here, not counted)$)/, "12"],
      [/^[2-9A-HJ-NP-Z]{4}$/, "7F3K"],
      [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, "casey@slabrelay.test"],
      [new RegExp(`\\b${DAY}, (?=${SHORT}|${MONTH})`, "g"), "Mon, "],
      [new RegExp(`\\b(?:${MONTH}|${SHORT}) \\d{1,2}\\b`, "g"), "Nov 16"],
      [/Nov 16 to (?:Nov )?\d{1,2}\b/g, "Nov 16 to 23"],
      [/\b\d{1,2}:\d{2} (AM|PM)\b/g, "10:30 AM"],
      [/\b20\d\d\b/g, "2026"],
      [/\b(a|\d+) (second|minute|hour|day)s? ago\b/g, "5 minutes ago"],
    ];
    const still = (text: string) =>
      changes.reduce((soFar, [pattern, word]) => soFar.replace(pattern, word), text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? "";
      const changed = still(text);
      if (changed !== text) node.nodeValue = changed;
    }
    for (const field of document.querySelectorAll("input")) field.value = still(field.value);
  });
}
