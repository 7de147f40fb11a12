import type { ReactNode } from "react";
import { PlanLink } from "@/components/membership/plan-link";
import { PopularMark } from "@/components/membership/popular-mark";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { BATCH_SAFETY, OFFERS, type Offer } from "@/lib/membership/offers";

type PlanCardsProps = {
  /** That of the cards' headings. */
  level: 2 | 3;
  /** Builds what a card shows below its price. */
  month?: (plan: Offer["id"]) => ReactNode;
  /** Builds its button, in place of the one that is the main one of the popular plan. */
  button?: (offer: Offer) => ReactNode;
};

/** Shows the four plans side by side, on the landing page and /pricing, and below them the way without any. */
export function PlanCards({ level, month, button }: PlanCardsProps) {
  return (
    <>
      <ul className="plan-list">
        {OFFERS.map((offer) => (
          <PlanCard
            key={offer.id}
            offer={offer}
            level={level}
            month={month?.(offer.id)}
            button={button?.(offer)}
          />
        ))}
      </ul>
      <p className="mt-5 text-sm text-text-muted">
        {month ? null : `${BATCH_SAFETY} Memberships: cancel at any time. `}
        Just one batch, no account?{" "}
        <a className="link" href={paths.submitPayg}>
          Try Pay-As-You-Go
        </a>
        : {formatPrice(plans.payg.rateCents)}/card, the exact price is shown before you pay.
      </p>
    </>
  );
}

type PlanCardProps = { offer: Offer; level: 2 | 3; month: ReactNode; button: ReactNode };

function PlanCard({ offer, level, month, button }: PlanCardProps) {
  const { id, name, price, per, points, caveat, safety, isPopular } = offer;
  const Heading = `h${level}` as const;
  const [rate, ...others] = points;
  return (
    <li data-popular={isPopular || undefined}>
      {isPopular ? <PopularMark /> : null}
      <Heading>{name}</Heading>
      <div>
        <b>{price}</b>
        <span>{per}</span>
      </div>
      {month}
      <strong>{rate}</strong>
      <ul className="check-list">
        {others.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {caveat || month ? (
        <small>
          {caveat} {month ? safety : null}
        </small>
      ) : null}
      {button ?? <PlanLink plan={id} name={name} isPrimary={isPopular} />}
    </li>
  );
}
