import { BatchPreview } from "@/components/site/batch-preview";
import { ButtonLink } from "@/components/ui/button-link";
import { paths } from "@/lib/base/paths";

/** Shows the first screen of the landing page: what this is, the two ways to begin, and what both of them lead to. */
export function Hero() {
  return (
    <section className="overflow-hidden border-b border-border bg-linear-to-b from-surface to-surface-sunken">
      <div className="container-page grid items-center gap-x-8 lg:grid-cols-[1.45fr_1fr]">
        <div className="space-y-8 pt-14 pb-12 sm:pt-20 lg:py-28">
          <div className="space-y-6">
            <p className="text-sm font-medium text-accent-text">Authorized grading submission dealer</p>
            <h1 className="text-4xl font-semibold">
              Your cards, graded. <span className="sm:block">Without the paperwork.</span>
            </h1>
            <p className="max-w-[46ch] text-lg text-text-muted">
              Tell us how many cards you have, pay once, and ship them in one box. We submit them for grading,
              and you follow the batch until the slabs are back.
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={paths.signup} size="lg">
              Get Started
            </ButtonLink>
            <ButtonLink href={paths.submitPayg} size="lg" variant="secondary">
              Try Pay-As-You-Go
            </ButtonLink>
          </div>
          <p className="text-sm text-text-muted">
            Back in 10-15 business days, counted from check-in.{" "}
            <a className="link" href={paths.trackSample}>
              See a sample batch
            </a>
          </p>
        </div>
        <div className="relative mx-auto w-full max-w-sm self-end lg:max-w-none" aria-hidden="true">
          {/* The outer two of the three slabs stand out of their box on both sides. */}
          <div className="relative -mb-24 aspect-[460/500] lg:-mb-16 lg:ml-[5%] lg:w-[108%]">
            {/* biome-ignore lint/performance/noImgElement: a drawing, the same in every size. */}
            <img
              className="absolute top-0 left-[-14.35%] w-[129.78%] max-w-none"
              src={paths.slabs}
              width={597}
              height={530}
              alt=""
            />
          </div>
          <BatchPreview />
        </div>
      </div>
    </section>
  );
}
