import { AgreedTerms } from "@/components/layout/agreed-terms";
import { MonthField, MonthOfCards, MonthPlanLink, MonthTotal } from "@/components/membership/month-total";
import { PlanCards } from "@/components/membership/plan-cards";
import { PlanCheckout } from "@/components/membership/plan-checkout";
import { StructuredData } from "@/components/site/structured-data";
import { business } from "@/lib/base/business";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { pricingGraph } from "@/lib/marketing/structured-data";
import { BATCH_SAFETY } from "@/lib/membership/offers";

export const metadata = publicMetadata({
  title: "Pricing",
  description:
    "Pay per submission with no monthly fee, or join from $29 a month. See what each plan costs for your number of cards.",
  path: paths.pricing,
});

/** Shows what each plan costs for a number of cards. `?plan=` continues to that plan's checkout or sign-up. */
export default function PricingPage() {
  return (
    <main id="main" className="container-page py-12 sm:py-16">
      <PlanCheckout />
      <MonthOfCards>
        <MonthField />
        <p className="mt-3 mb-10 text-lg text-text-muted">
          Grading fee and insured return shipping included.
        </p>
        <PlanCards
          level={2}
          month={(plan) => <MonthTotal plan={plan} />}
          button={({ id, name }) => <MonthPlanLink plan={id} name={name} />}
        />
      </MonthOfCards>
      <p className="mt-5">
        Just one batch?{" "}
        <a className="link" href={paths.submitPayg}>
          Try Pay-As-You-Go
        </a>
        . No account, {formatPrice(plans.payg.rateCents)}/card today.
      </p>
      <section aria-labelledby="details" className="mt-14 max-w-[68ch] space-y-4">
        <h2 id="details" className="text-2xl font-semibold">
          Good to know
        </h2>
        <ul className="check-list space-y-2">
          <li>{BATCH_SAFETY}</li>
          <li>Each batch is insured up to {business.insuranceLimit} from check-in until you have it back.</li>
          <li>You pay for shipping and insurance on the way to us.</li>
          <li>
            Memberships renew monthly. Cancel anytime and keep your plan until the end of the period you paid
            for.
          </li>
          <li>
            Card limits reset on the 1st. Cards beyond your limit are {formatPrice(plans.payg.rateCents)}{" "}
            each.
          </li>
        </ul>
        <AgreedTerms act="starting a membership" />
      </section>
      <StructuredData graph={pricingGraph()} />
    </main>
  );
}
