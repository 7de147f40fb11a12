import { darkRules } from "@/lib/email/layout/paint";
import { renderEmail } from "@/lib/email/layout/render-email";

describe("paint", () => {
  test("darkens each role when dark mode is on", () => {
    const rules = darkRules();
    expect(rules).toMatch(/^@media \(prefers-color-scheme:dark\)\{\.p-page\{.*\}\}$/);
    expect(rules).toContain(".p-sheet{background-color:#16171a !important}.p-sunken{");
    expect(rules).toContain(".p-edge{border-color:#2c2e32 !important}.p-ink{color:#ebedef !important}");
    expect(rules.match(/!important\}/g)).toHaveLength(10);
  });
});

describe("plain text", () => {
  test("has every part of an email", async () => {
    const { text } = await renderEmail({
      to: { address: "jane@example.org", name: "Jane" },
      subject: "All is well",
      lines: ["First line.", "Second line."],
      slab: {
        title: "Vintage lot",
        code: "BATCH-1",
        cards: 2,
        corner: "Paid $50.00",
      },
      facts: [{ label: "Total paid", value: "$50.00" }],
      button: {
        label: "View receipt",
        url: "https://www.example.com/a?b=1&c=2",
      },
      links: [{ label: "No page", url: null }],
      footnote: "Small print.",
      notes: [
        { title: "Send to", lines: ["SlabRelay <b>", "", "Dock 7"] },
        { title: "Nothing", lines: [] },
      ],
      reason: "You asked for it.",
    });
    expect(text).toMatchInlineSnapshot(`
     "Vintage lot · 2 cards · Paid $50.00
     BATCH-1

     All is well

     First line.

     Second line.

     Total paid: $50.00

     View receipt: https://www.example.com/a?b=1&c=2

     Small print.

     Send to

     SlabRelay <b>

     Dock 7

     Questions? Email support@slabrelay.test.

     You asked for it.
     "
    `);
  });
});
