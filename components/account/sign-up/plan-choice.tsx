"use client";

import { cx } from "class-variance-authority";
import { PopularMark } from "@/components/membership/popular-mark";
import { Button } from "@/components/ui/button";
import type { SignupPlan } from "@/lib/auth/signup-rules";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { PAYG_CEILING_CENTS } from "@/lib/base/plans";
import { OFFERS } from "@/lib/membership/offers";

/** Shows step 1 of signing up: the plans, each with a button. */
export function PlanChoice({ onChoose }: { onChoose: (plan: SignupPlan) => void }) {
  return (
    <div className="space-y-6">
      <ul className="space-y-3 sm:space-y-4">
        {OFFERS.map(({ id, name, price, per, points, caveat, isPopular }) => (
          <li
            key={id}
            className={cx(
              "relative grid grid-cols-[1fr_auto] items-center gap-x-5 gap-y-1.5 rounded-xl border p-4 sm:p-5",
              isPopular ? "border-accent ring-1 ring-accent" : "border-border",
            )}
          >
            {isPopular ? <PopularMark /> : null}
            <div className="flex flex-wrap items-baseline gap-x-3">
              <h2 className="font-semibold">{name}</h2>
              <p className="text-sm text-text-muted">
                <span className="text-lg font-semibold text-text tabular-nums">{price}</span> {per}
              </p>
            </div>
            <div className="col-span-2 row-start-2 text-sm text-text-muted sm:col-span-1">
              <ul className="flex flex-wrap gap-x-4">
                {points.map((point, place) => (
                  <li key={point}>
                    {place === 0 ? <strong className="font-semibold text-text">{point}</strong> : point}
                  </li>
                ))}
              </ul>
              {caveat ? <p className="mt-1">{caveat}</p> : null}
            </div>
            <Button
              variant={isPopular ? "primary" : "secondary"}
              className="col-start-2 row-start-1 sm:row-span-2"
              onClick={() => onChoose(id)}
            >
              <span>
                Choose<span className="sr-only"> {name}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-center text-sm text-text-muted">
        Just one batch?{" "}
        <a className="link" href={paths.submitPayg}>
          Try Pay-As-You-Go
        </a>{" "}
        without an account: up to {formatPrice(PAYG_CEILING_CENTS)}/card, the exact price is shown before you
        pay.
      </p>
    </div>
  );
}
