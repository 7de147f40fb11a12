import { PriceForm } from "@/components/site/price-form";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { BATCH_SAFETY } from "@/lib/membership/offers";

export function Hero() {
  return (
    <section className="overflow-hidden bg-linear-to-b from-surface to-surface-band">
      <div className="container-page grid items-center gap-x-8 lg:grid-cols-[1.45fr_1fr]">
        <div className="space-y-5 pt-7 pb-5 sm:space-y-6 sm:pt-12 lg:pb-9">
          <p className="text-sm font-medium text-accent-text">Authorized grading submission dealer</p>
          <h1 className="text-4xl font-semibold">
            Your cards, graded. <span className="block">Without the paperwork.</span>
          </h1>
          <p className="max-w-[46ch] text-lg text-text-muted">
            Pay once, ship one box, and follow your cards through grading until the slabs are back.
          </p>
          <PriceForm rateCents={plans.payg.rateCents} safety={BATCH_SAFETY} />
          <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <a className="link" href={paths.trackSample}>
              See a sample batch
            </a>
            <a className="link" href="#pricing">
              Compare memberships
            </a>
          </p>
        </div>
        {/* biome-ignore lint/performance/noImgElement: a drawing, the same in every size. */}
        <img className="slabs" src={paths.slabs} width={597} height={530} alt="" />
      </div>
    </section>
  );
}
