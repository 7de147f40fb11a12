import { darkRules, paint } from "@/lib/email/layout/paint";
import { FactTable } from "@/lib/email/layout/parts";
import { plainText } from "@/lib/email/layout/plain-text";
import { renderEmail, renderHtml } from "@/lib/email/layout/render-email";

describe("fact table", () => {
  const NUMBER = "9400110200881234567890";
  const render = (value: string) => renderHtml(<FactTable facts={[{ label: "Tracking number", value }]} />);

  test("a long number that does not fit breaks in its middle, not before its last digit, and is read whole", async () => {
    const html = await render(NUMBER);
    expect(html).toMatch(/nowrap">94001102008<\/span><wbr\/?><span style="white-space:nowrap">81234567890</);
    expect(plainText(html)).toBe(`Tracking number: ${NUMBER}\n`);
  });

  test.each(["1Z999", "The carrier delivers it", "BATCH-MGX2K9QW-7F3K"])(
    "%s stays as it is",
    async (value) => {
      expect(await render(value)).not.toContain("<wbr");
    },
  );

  test("a batch ID keeps to one line, and a long label beside it breaks where there is no room for both", async () => {
    const batch = { label: "Batch ID", value: "BATCH-MGX2K9QW-7F3K" };
    const html = await renderHtml(
      <FactTable facts={[batch, { label: "Address of your profile", value: "Columbus, 43004" }]} />,
    );
    expect(html).toMatch(/white-space:nowrap[^>]*>BATCH-MGX2K9QW-7F3K</);
    expect(html).not.toMatch(/white-space:nowrap[^>]*>(Address of your profile|Columbus)/);
    expect(await render("Columbus, 43004")).toMatch(/white-space:nowrap[^>]*>Tracking number/);
  });
});

describe("paint", () => {
  test("an element is painted light inline, for every mail program, and named for the dark", () => {
    expect(paint(["sheet", "edge", "ink"], { padding: 8 })).toEqual({
      className: "p-sheet p-edge p-ink",
      style: {
        padding: 8,
        backgroundColor: "#ffffff",
        borderColor: "#dddcd9",
        color: "#1c1b16",
      },
    });
    expect(paint([])).toEqual({ className: "", style: {} });
  });

  test("a colour's role wins over a colour that was written beside it", () => {
    expect(paint(["ink"], { color: "red" }).style).toEqual({
      color: "#1c1b16",
    });
  });

  test("each role turns dark where the person's setting asks for it", () => {
    const rules = darkRules();
    expect(rules).toMatch(/^@media \(prefers-color-scheme:dark\)\{\.p-page\{.*\}\}$/);
    expect(rules).toContain(".p-sheet{background-color:#16171a !important}.p-sunken{");
    expect(rules).toContain(".p-edge{border-color:#2c2e32 !important}.p-ink{color:#ebedef !important}");
    expect(rules.match(/!important\}/g)).toHaveLength(12);
  });
});

describe("plain text", () => {
  test("shows every part of an email", async () => {
    const { text } = await renderEmail({
      to: { address: "jane@example.org", name: "Jane" },
      subject: "All is well",
      isGood: true,
      lines: ["First line.", "Second line."],
      slab: { batchId: "BATCH-1", cards: "2 cards" },
      facts: [{ label: "Total paid", value: "$50.00", how: "2 × $25.00" }],
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
     "SlabRelay

     All is well

     First line.

     Second line.

     Batch ID: BATCH-1
     Mention it when you email us

     Total paid: $50.00 (2 × $25.00)

     View receipt: https://www.example.com/a?b=1&c=2

     Small print.


     SEND TO

     SlabRelay <b>

     Dock 7

     Questions? Write to support@slabrelay.test.

     You asked for it.
     "
    `);
  });
});
