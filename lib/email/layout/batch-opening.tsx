import type { ReactNode } from "react";
import { CheckMark, MailHeading, MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { SlabLabel } from "@/lib/email/layout/slab-label";

type BatchOpeningProps = {
  title: string;
  /** What the mail says in a sentence. */
  intro: string;
  batchId: string;
  /** What the batch ID is for here. */
  hint?: string;
  /** All is well. */
  hasMark?: boolean;
  /** Stands between the sentence and the batch ID. */
  children?: ReactNode;
};

/** Begins a mail about a batch: what it is about, and the ID to name when somebody writes to us. */
export function BatchOpening(props: BatchOpeningProps) {
  const { title, intro, batchId, hint = "Name it when you write to us", hasMark = false, children } = props;
  return (
    <MailPart>
      {hasMark ? <CheckMark /> : null}
      <MailHeading level={1}>{title}</MailHeading>
      <Paragraph tone="muted" size={16}>
        {intro}
      </Paragraph>
      {children}
      <SlabLabel caption="Batch ID" value={batchId} hint={hint} />
    </MailPart>
  );
}
