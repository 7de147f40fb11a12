import { FactTable } from "@/lib/email/layout/fact-table";
import {
  ButtonRow,
  CheckMark,
  MailHeading,
  MailPart,
  PaperLines,
  Paragraph,
} from "@/lib/email/layout/mail-blocks";
import { MailLayout } from "@/lib/email/layout/mail-layout";
import { NumberedSteps } from "@/lib/email/layout/numbered-steps";
import { darkRules, paint } from "@/lib/email/layout/paint";
import { plainText } from "@/lib/email/layout/plain-text";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import { renderHtml } from "@/lib/email/outbox/mail-message";

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
      style: { padding: 8, backgroundColor: "#ffffff", borderColor: "#dddcd9", color: "#1c1b16" },
    });
    expect(paint([])).toEqual({ className: "", style: {} });
  });

  test("a colour's role wins over a colour that was written beside it", () => {
    expect(paint(["ink"], { color: "red" }).style).toEqual({ color: "#1c1b16" });
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
  test("every part of the layout reads well as plain text", async () => {
    const html = await renderHtml(
      <MailLayout title="Subject" preheader="Beside the subject" reason="You asked for it.">
        <MailPart>
          <CheckMark />
          <MailHeading level={1}>All is well</MailHeading>
          <SlabLabel caption="Your code" value="284019" hint="Once" />
          <SlabLabel caption="Batch ID" value="BATCH-1" hint="On the package" />
        </MailPart>
        <MailPart title="Details">
          <FactTable facts={[{ label: "Total paid", value: "$50.00", how: "2 × $25.00" }]} />
          <ButtonRow href="https://www.example.com/a?b=1&c=2">View receipt</ButtonRow>
        </MailPart>
        <MailPart title="What next">
          <NumberedSteps
            steps={[
              "Pack",
              <div key="send">
                <Paragraph>Send to</Paragraph>
                <PaperLines lines={["SlabRelay <b>", "", "Dock 7"]} />
              </div>,
            ]}
          />
        </MailPart>
      </MailLayout>,
    );
    expect(plainText(html)).toBe(`SlabRelay

All is well

Your code: 284019
Once

Batch ID: BATCH-1
On the package


DETAILS

Total paid: $50.00 (2 × $25.00)

View receipt: https://www.example.com/a?b=1&c=2


WHAT NEXT

1. Pack

2. Send to

   SlabRelay <b>

   Dock 7

Questions? Write to support@slabrelay.test.

You asked for it.
`);
  });
});
