import { formatBusinessDate } from "@/lib/base/business-date";
import { MailPart, Paragraph } from "@/lib/email/layout/mail-blocks";
import { aboutNextWords, type BriefTimeline } from "@/lib/orders/brief-timeline";

type BatchStoryProps = {
  story: BriefTimeline;
  /** False where the mail says at length what comes next. */
  hasNext?: boolean;
};

/** Tells in a mail about a batch what comes next and what happened last, in the order of its timeline. */
export function BatchStory({ story: { entries, next }, hasNext = true }: BatchStoryProps) {
  const isNextTold = hasNext && next !== null;
  const aboutNext = next && aboutNextWords(next);
  if (entries.length === 0 && !isNextTold) return null;
  return (
    <MailPart title={isNextTold ? "What comes next, and the history" : "History"}>
      {isNextTold ? (
        <>
          <Paragraph weight={600}>Next: {next.what}</Paragraph>
          {aboutNext ? <Paragraph tone="muted">{aboutNext}</Paragraph> : null}
        </>
      ) : null}
      {entries.map(({ title, at }) => (
        <Paragraph key={`${at} ${title}`}>
          {formatBusinessDate(at)}: {title}
        </Paragraph>
      ))}
    </MailPart>
  );
}
