import { SlabLabel } from "@/components/orders/slab-label";
import { TimelineSteps } from "@/components/orders/timeline-steps";
import { Section } from "@/components/site/section";
import { paths } from "@/lib/base/paths";
import { receivingAddress } from "@/lib/base/receiving-address";
import { formatShortDate } from "@/lib/base/time";
import { checkInText } from "@/lib/email/messages";
import { timelineOf } from "@/lib/orders/timeline";
import { SAMPLE_BATCH, SAMPLE_BATCH_ID, SAMPLE_CHECKED_IN_AT } from "@/lib/orders/tracking/sample-batch";

const { labelName, line1, city, state, postalCode } = receivingAddress;
const steps = timelineOf(SAMPLE_BATCH, SAMPLE_BATCH.events);
const counted = checkInText({
  ...SAMPLE_BATCH,
  received_count: SAMPLE_BATCH.num_cards,
  received_at: SAMPLE_CHECKED_IN_AT,
});

export function Benefits() {
  return (
    <Section
      id="benefits"
      title="From your desk to the grader and back"
      lead="You pack one box. We do the rest."
    >
      <ol className="benefit-list">
        <Benefit
          art={
            <div className="sample-label">
              <small>Ship to</small>
              <b>
                {labelName}
                <br />
                {line1}
                <br />
                {city}, {state} {postalCode}
              </b>
              <hr />
              <small>Batch ID</small>
              <b>{SAMPLE_BATCH_ID}</b>
              {/* biome-ignore lint/performance/noImgElement: a drawing, the same in every size. */}
              <img src={paths.sampleCodes} width={352} height={300} loading="lazy" alt="" />
            </div>
          }
          title="1. Print one box label"
          text="Fast submissions: enter your card count, pay, print. No per-card forms."
        />
        <Benefit
          art={
            <div className="count-mail">
              <SlabLabel
                size="large"
                title={SAMPLE_BATCH.title}
                code={SAMPLE_BATCH_ID}
                figure={SAMPLE_BATCH.num_cards}
              >
                {counted.subject}
              </SlabLabel>
              <ul>
                {counted.details.map(({ label, value }) => (
                  <li key={label}>
                    <span>{label}</span>
                    {/* The facts above explain how the days are counted. */}
                    {value.split(" (")[0]}
                  </li>
                ))}
              </ul>
            </div>
          }
          title="2. We count every card"
          text="We email you the count, then submit your cards."
        />
        <Benefit
          art={<TimelineSteps steps={steps} dateOf={formatShortDate} isBrief />}
          title="3. Follow every step"
          text="Track your batch online, with insured shipping back to you."
          link={{ href: paths.trackSample, words: "See a sample" }}
        />
      </ol>
    </Section>
  );
}

type BenefitProps = {
  art: React.ReactNode;
  title: string;
  text: string;
  link?: { href: string; words: string };
};

function Benefit({ art, title, text, link }: BenefitProps) {
  return (
    <li>
      {/* Hidden from screen readers, because the text below says the same. */}
      <div aria-hidden="true">{art}</div>
      <h3>{title}</h3>
      <p>
        {text}{" "}
        {link ? (
          <a className="link" href={link.href}>
            {link.words}
          </a>
        ) : null}
      </p>
    </li>
  );
}
