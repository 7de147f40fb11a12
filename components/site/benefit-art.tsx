import { TimelineSteps } from "@/components/orders/timeline-steps";
import { paths } from "@/lib/base/paths";
import { receivingAddress } from "@/lib/base/receiving-address";
import { formatShortDate } from "@/lib/base/time";
import { checkInWords } from "@/lib/email/words";
import { timelineOf } from "@/lib/orders/timeline";
import { SAMPLE_BATCH, SAMPLE_BATCH_ID, SAMPLE_CHECKED_IN_AT } from "@/lib/orders/tracking/sample-batch";

const { steps } = timelineOf(SAMPLE_BATCH, SAMPLE_BATCH.events);
const counted = checkInWords(
  { ...SAMPLE_BATCH, received_count: SAMPLE_BATCH.num_cards, received_at: SAMPLE_CHECKED_IN_AT },
  null,
);

/** Shows the upper part of the label that a paid batch has, on its white paper. */
export function SampleLabel() {
  const { labelName, line1, city, state, postalCode } = receivingAddress;
  return (
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
  );
}

/** Shows the mail that follows the count at our desk, in its own words. */
export function CountMail() {
  return (
    <div className="count-mail">
      <small>
        {counted.subject} (<span>{SAMPLE_BATCH_ID}</span>)
      </small>
      <b>Your cards are here</b>
      <p>{counted.counted}</p>
      <ul>
        {counted.details.map(({ label, value }) => (
          <li key={label}>
            <span>{label}</span>
            {/* How the days are counted stands beside it, in the answers. */}
            {value.split(" (")[0]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows the way of the sample batch, as its tracking page does. */
export function SampleWay() {
  return <TimelineSteps steps={steps} dateOf={formatShortDate} isBrief />;
}
