import { receivingAddress } from "@/lib/base/receiving-address";
import { ButtonRow, MailPart, PaperLines, Paragraph } from "@/lib/email/layout/mail-blocks";
import { NumberedSteps } from "@/lib/email/layout/numbered-steps";
import { packingWords } from "@/lib/orders/words";

type ShippingStepsProps = {
  to: { name: string; address: string };
  batchId: string;
  total: string;
  /** The pages of the order that open without signing in, for so many days. */
  links: { labelUrl: string; slipUrl: string; printDays: number };
};

/** Says in a mail where the cards go, what stands on the package, how they are packed and what lies beside them. */
export function ShippingSteps(facts: ShippingStepsProps) {
  const to = receivingAddress;
  const { labelUrl, slipUrl, printDays } = facts.links;
  const noteInside = [
    `Full name: ${facts.to.name || "(your full name)"}`,
    `Email: ${facts.to.address}`,
    `Batch ID: ${facts.batchId}`,
    `Total paid: ${facts.total}`,
  ];
  return (
    <MailPart title="Ship your cards">
      <NumberedSteps
        steps={[
          <div key="address">
            <Paragraph weight={600}>Send your package to</Paragraph>
            <PaperLines lines={[to.name, to.line1, `${to.city}, ${to.state} ${to.postalCode}`, to.country]} />
          </div>,
          <div key="label">
            <Paragraph weight={600}>Write the batch ID on the outside of the package</Paragraph>
            <Paragraph tone="muted">
              It is how we match the package to your order the moment it arrives. Or print the label and tape
              it on.
            </Paragraph>
            <ButtonRow href={labelUrl}>Print label</ButtonRow>
          </div>,
          <div key="packing">
            <Paragraph weight={600}>{packingWords.title}</Paragraph>
            <Paragraph tone="muted">{packingWords.text}</Paragraph>
          </div>,
          <div key="note">
            <Paragraph weight={600}>Put a note inside the package that says</Paragraph>
            <PaperLines lines={noteInside} />
            <Paragraph tone="muted">The packing slip says it all, with your return address.</Paragraph>
            <ButtonRow href={slipUrl} variant="secondary">
              Print packing slip
            </ButtonRow>
            <div style={{ paddingTop: 12 }}>
              <Paragraph tone="muted" size={13}>
                {`These links open label and slip without signing in for ${printDays} days. Keep this mail to yourself.`}
              </Paragraph>
            </div>
          </div>,
        ]}
      />
    </MailPart>
  );
}
