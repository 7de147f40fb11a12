import { PlanLink } from "@/components/membership/own-plan";
import { PopularIcon } from "@/components/membership/popular-icon";
import { OFFERS, type Offer } from "@/lib/membership/offers";

type PlanCardsProps = {
  level: 2 | 3;
  month?: (plan: Offer["id"]) => React.ReactNode;
  /** Returns a card's button. Default: a secondary one. */
  button?: (offer: Offer) => React.ReactNode;
};

export function PlanCards({ level, month, button }: PlanCardsProps) {
  return (
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
  );
}

type PlanCardProps = { offer: Offer; level: 2 | 3; month: React.ReactNode; button: React.ReactNode };

function PlanCard({ offer, level, month, button }: PlanCardProps) {
  const { id, name, price, per, points, isPopular } = offer;
  const Heading = `h${level}` as const;
  const [rate, ...others] = points;
  return (
    <li data-popular={isPopular || undefined}>
      {isPopular ? <PopularIcon /> : null}
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
      {button ?? <PlanLink plan={id} name={name} />}
    </li>
  );
}
