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
import { plainText } from "@/lib/email/layout/plain-text";
import { SlabLabel } from "@/lib/email/layout/slab-label";
import { renderHtml } from "@/lib/email/outbox/mail-message";

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
