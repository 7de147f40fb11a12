"use client";

import { cx } from "class-variance-authority";
import { Check } from "lucide-react";
import { OFFERS } from "@/components/membership/offers";
import { PopularMark } from "@/components/membership/popular-mark";
import { Button } from "@/components/ui/button";
import type { SignupPlan } from "@/lib/auth/signup-rules";
import { PAYG_CEILING_CENTS } from "@/lib/membership/plans";
import { paths } from "@/lib/paths";

/** Step 1 of signing up: which plan. */
export function PlanChoice({ onChoose }: { onChoose: (plan: SignupPlan) => void }) {
  return (
    <div className="space-y-6">
      <ul className="space-y-5">
        {OFFERS.map(({ id, name, price, per, points, isPopular }) => (
          <li
            key={id}
            className={cx(
              "relative space-y-5 rounded-xl border p-5",
              isPopular ? "border-accent ring-1 ring-accent" : "border-border",
            )}
          >
            {isPopular ? <PopularMark /> : null}
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="text-lg font-semibold">{name}</h2>
              <p className="text-sm text-text-muted">
                <span className="text-xl font-semibold text-text tabular-nums">{price}</span> {per}
              </p>
            </div>
            <ul className="space-y-2 text-sm text-text-muted">
              {points.map((point) => (
                <li key={point} className="flex gap-2.5">
                  <Check className="mt-0.75 size-4 shrink-0 text-accent-text" aria-hidden="true" />
                  {point}
                </li>
              ))}
            </ul>
            <Button block variant={isPopular ? "primary" : "secondary"} onClick={() => onChoose(id)}>
              Choose {name}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-center text-sm text-text-muted">
        Just one batch?{" "}
        <a className="link" href={paths.submitPayg}>
          Try Pay-As-You-Go
        </a>{" "}
        without an account: up to ${PAYG_CEILING_CENTS / 100}/card, the exact price is shown before you pay.
      </p>
    </div>
  );
}
