import { SlabLabel } from "@/components/orders/slab-label";
import { PriceForm } from "@/components/site/price-form";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { BATCH_SAFETY } from "@/lib/membership/offers";
import { SAMPLE_BATCH, SAMPLE_BATCH_ID } from "@/lib/orders/tracking/sample-batch";

export function Hero() {
  return (
    <section className="overflow-hidden bg-linear-to-b from-surface to-surface-band">
      <div className="container-page grid items-end gap-x-8 lg:grid-cols-[1.45fr_1fr]">
        <div className="space-y-5 pt-7 pb-7 sm:space-y-6 sm:pt-14 lg:pb-12">
          <h1 className="text-4xl font-semibold">
            Your cards, graded. <span className="block">Without the paperwork.</span>
          </h1>
          <p className="max-w-[46ch] text-lg text-text-muted">
            Pay once, ship one box, and follow your cards until the slabs are back.
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
        <div className="hero-slab">
          {/* biome-ignore lint/performance/noImgElement: a drawing, the same in every size. */}
          <img src={paths.slabs} width={597} height={420} alt="" />
          <SlabLabel
            size="large"
            title={SAMPLE_BATCH.title}
            code={SAMPLE_BATCH_ID}
            figure={SAMPLE_BATCH.num_cards}
            corner="Sample"
          />
        </div>
      </div>
    </section>
  );
}
