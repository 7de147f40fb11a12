import { PlanLink } from "@/components/membership/plan-link";
import { PopularMark } from "@/components/membership/popular-mark";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { OFFERS, type Offer } from "@/lib/membership/offers";

/**
 * Shows the four plans side by side, on the landing page and /pricing, and below them the way without any. `level` is
 * that of the cards' headings.
 */
export function PlanCards({ level }: { level: 2 | 3 }) {
  return (
    <>
      <ul className="grid gap-5 *:relative *:flex *:flex-col *:rounded-2xl *:border *:bg-surface-raised *:p-6 *:shadow-sm sm:grid-cols-2 xl:grid-cols-4 xl:*:px-5.5">
        {OFFERS.map((offer) => (
          <PlanCard key={offer.id} offer={offer} level={level} />
        ))}
      </ul>
      <p className="mt-8 text-text-muted">
        Just one batch, no account?{" "}
        <a className="link" href={paths.submitPayg}>
          Try Pay-As-You-Go
        </a>
        : {formatPrice(plans.payg.rateCents)}/card, the exact price is shown before you pay.
      </p>
    </>
  );
}

function PlanCard({ offer, level }: { offer: Offer; level: 2 | 3 }) {
  const { id, name, price, per, points, isPopular } = offer;
  const Heading = `h${level}` as const;
  const [rate, ...others] = points;
  return (
    <li className={isPopular ? "border-accent ring-1 ring-accent" : "border-border"}>
      {isPopular ? <PopularMark /> : null}
      <Heading className="font-semibold">{name}</Heading>
      <p className="mt-5 flex items-baseline gap-1.5">
        <span className="text-3xl font-semibold">{price}</span>
        <span className="text-sm text-text-muted">{per}</span>
      </p>
      <p className="mt-5 border-t border-border pt-5 text-lg font-semibold">{rate}</p>
      <ul className="check-list mt-4 mb-8 space-y-3 text-sm">
        {others.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <div className="mt-auto">
        <PlanLink plan={id} name={name} isPrimary={isPopular} />
      </div>
    </li>
  );
}
