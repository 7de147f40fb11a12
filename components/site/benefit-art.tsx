import { cx } from "class-variance-authority";
import { BrandMark } from "@/components/layout/brand";
import { Mark } from "@/components/ui/mark";
import { formatCents, formatPrice } from "@/lib/base/money";
import { MEMBERSHIP_PLANS, orderTotalCents, plans } from "@/lib/base/plans";

/** The batch of the hero's picture. */
const CARDS = 24;
const PLAN = "pro";

/** Draws the submit page in small: a number of cards, and what they come to. */
export function FormArt() {
  const total = formatCents(orderTotalCents(PLAN, CARDS));
  return (
    <div className="w-68 space-y-3 rounded-xl border border-border bg-surface-raised p-4 shadow-md">
      <p className="text-xs text-text-muted">Number of cards</p>
      <p className="rounded-md border border-border-strong px-3 py-1.5 text-sm tabular-nums">{CARDS}</p>
      <p className="flex justify-between text-xs text-text-muted tabular-nums">
        <span>
          {CARDS} × {formatCents(plans[PLAN].rateCents)}, {plans[PLAN].label}
        </span>
        <strong className="font-semibold text-text">{total}</strong>
      </p>
      <p className="rounded-md bg-accent py-1.5 text-center text-xs font-medium text-accent-contrast">
        Pay {total}
      </p>
    </div>
  );
}

/** Draws the way of the cards from the collector through our hands to the grader. */
export function RouteArt() {
  const stop = "relative z-10 grid size-14 place-items-center rounded-2xl border bg-surface-raised shadow-sm";
  return (
    <div className="relative flex w-72 justify-between">
      <span className="absolute inset-x-6 top-1/2 border-t-2 border-dashed border-accent" />
      <span className={cx(stop, "border-border text-text-muted")}>
        <Mark name="house" className="size-6" />
      </span>
      <span className={cx(stop, "border-accent ring-4 ring-accent-soft")}>
        <BrandMark className="size-7" />
      </span>
      <span className={cx(stop, "border-border text-accent-text")}>
        <Mark name="badge-check" className="size-6" />
      </span>
    </div>
  );
}

/** Draws what a card costs in each membership: the longer the bar, the higher the rate. */
export function RatesArt() {
  const highest = Math.max(...MEMBERSHIP_PLANS.map((plan) => plans[plan].rateCents));
  return (
    <ul className="w-72 space-y-3">
      {MEMBERSHIP_PLANS.map((plan) => {
        const { label, rateCents } = plans[plan];
        return (
          <li key={plan} className="space-y-1.5">
            <p className="flex justify-between text-xs">
              <span className="text-text-muted">{label}</span>
              <strong className="font-semibold tabular-nums">{formatPrice(rateCents)}/card</strong>
            </p>
            <span
              className="block h-2 rounded-full bg-accent"
              style={{ width: `${(rateCents / highest) * 100}%` }}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Draws the package on its way back. */
export function PackageArt() {
  return (
    <div className="relative">
      <div className="grid w-52 gap-3 rounded-xl border border-border bg-surface-raised p-4 shadow-md">
        <Mark name="package" className="size-6 text-text-muted" />
        <span className="h-2 w-28 rounded-full bg-border" />
        <span className="h-2 w-20 rounded-full bg-border" />
        <span className="mt-1 h-8 bg-[repeating-linear-gradient(90deg,var(--ink)_0_2px,transparent_2px_5px,var(--ink)_5px_9px,transparent_9px_11px)]" />
      </div>
      <span className="absolute -top-4 -right-5 grid size-14 place-items-center rounded-full bg-success-soft text-success ring-4 ring-surface-sunken">
        <Mark name="shield-check" className="size-7" />
      </span>
    </div>
  );
}
