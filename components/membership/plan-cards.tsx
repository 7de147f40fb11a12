import { PlanLink } from "@/components/membership/current-plan";
import { PopularIcon } from "@/components/membership/popular-icon";
import { OFFERS, type Offer } from "@/lib/membership/offers";

type PlanCardsProps = {
  level: 2 | 3;
  month?: (plan: Offer["id"]) => React.ReactNode;
  /** Returns a card's button. Default: a secondary one. */
  button?: (offer: Offer) => React.ReactNode;
};

export function PlanCards({ level, month, button }: PlanCardsProps) {
  const Heading = `h${level}` as const;
  return (
    <ul className="plan-list">
      {OFFERS.map((offer) => {
        const { id, name, price, per, points, isPopular } = offer;
        const [rate, ...others] = points;
        return (
          <li key={id} data-popular={isPopular || undefined}>
            {isPopular ? <PopularIcon /> : null}
            <Heading>{name}</Heading>
            <div>
              <b>{price}</b>
              <span>{per}</span>
            </div>
            {month?.(id)}
            <strong>{rate}</strong>
            <ul className="check-list">
              {others.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            {button?.(offer) ?? <PlanLink plan={id} name={name} />}
          </li>
        );
      })}
    </ul>
  );
}
