import type { Metadata } from "next";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { MonthField, MonthOfCards, MonthPlanLink, MonthTotal } from "@/components/membership/month-total";
import { PlanCards } from "@/components/membership/plan-cards";
import { PlanCheckout } from "@/components/membership/plan-checkout";
import { PlanTable } from "@/components/membership/plan-table";
import { StructuredData } from "@/components/site/structured-data";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { publicMetadata } from "@/lib/marketing/page-metadata";
import { pricingGraph } from "@/lib/marketing/structured-data";

export const metadata: Metadata = publicMetadata({
  title: "Pricing",
  description:
    "Pay per submission without a monthly fee, or choose a membership with a lower rate per card: three plans from $29 a month.",
  path: paths.pricing,
});

/** Shows the plans. `?plan=` continues to that plan's checkout or sign-up. */
export default function PricingPage() {
  return (
    <main id="main" className="container-page py-12 sm:py-16">
      <PlanCheckout />
      <MonthOfCards>
        <div className="mb-10 grid items-end gap-x-16 gap-y-6 lg:grid-cols-[1fr_26rem]">
          <div className="max-w-[56ch] space-y-3">
            <h1 className="text-4xl font-semibold">Pay for cards, not for promises</h1>
            <p className="text-lg text-text-muted">
              Say how many cards you send in a month, and each plan says what it comes to, fee and all. The
              grader&apos;s fee and insured return shipping are in it.
            </p>
          </div>
          <MonthField />
        </div>
        <PlanCards
          level={2}
          month={(plan) => <MonthTotal plan={plan} />}
          button={({ id, name }) => <MonthPlanLink plan={id} name={name} />}
        />
      </MonthOfCards>
      <section aria-labelledby="compare" className="mt-14 space-y-6">
        <h2 id="compare" className="text-2xl font-semibold">
          The plans, line by line
        </h2>
        <PlanTable />
        <div className="max-w-[72ch] space-y-2 text-sm text-text-muted">
          <p>
            {plans.starter.label} has the rate of {plans.free.label} and never costs less: its{" "}
            {formatPrice(plans.starter.monthlyCents)} a month buys free shipping and insurance. In the other
            plans we pay return shipping and insurance out of the price of the cards. Under no plan is
            shipping added later.
          </p>
          <p>
            Memberships renew each month until you cancel, which you can do at any time. Card limits count by
            calendar month and start again on the 1st; beyond a limit you go on as with pay-as-you-go.
          </p>
          <AgreedTerms act="starting a membership" />
        </div>
      </section>
      <StructuredData graph={pricingGraph()} />
    </main>
  );
}
