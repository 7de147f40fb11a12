import { business } from "@/lib/base/business";
import { paths } from "@/lib/base/paths";
import { PUBLISHED_TURNAROUND } from "@/lib/base/turnaround";

const { dealerNumber, graders, insuranceLimit } = business;

export function KeyFacts() {
  return (
    <div className="border-y border-border bg-surface-raised">
      <dl className="key-facts container-page">
        <div>
          <dt>{PUBLISHED_TURNAROUND.days}</dt>
          <dd>About {PUBLISHED_TURNAROUND.weeks} after check-in.</dd>
        </div>
        <div>
          <dt>Insured up to {insuranceLimit}</dt>
          <dd>
            Per batch, from check-in until you have it back.{" "}
            <a className="link" href={paths.insurance}>
              What&apos;s covered
            </a>
          </dd>
        </div>
        <div>
          <dt>{graders}</dt>
          <dd>
            We submit your cards as an authorized dealer
            {dealerNumber ? ` (dealer number ${dealerNumber})` : ""}.
          </dd>
        </div>
      </dl>
    </div>
  );
}
