"use client";
import { createContext, use, useState } from "react";
import { PlanLink } from "@/components/membership/current-plan";
import { useCardDigits } from "@/components/membership/use-card-digits";
import { controlStyle } from "@/components/ui/field";
import { cardCount } from "@/lib/base/messages";
import { formatPrice } from "@/lib/base/money";
import { MAX_CARDS_PER_ORDER, plans } from "@/lib/base/plans";
import { cheapestPlan, type MonthPlan, type MonthPrice, monthPrice } from "@/lib/membership/month-price";

const EXAMPLE = 30;

const Month = createContext({ cards: EXAMPLE, setCards: (_: number) => {} });

/** Shares the number of cards per month between `MonthField` and each `MonthTotal`. */
export function MonthOfCards({ children }: { children: React.ReactNode }) {
  const [cards, setCards] = useState(EXAMPLE);
  return <Month value={{ cards, setCards }}>{children}</Month>;
}

export function MonthField() {
  const { cards, setCards } = use(Month);
  const field = useCardDigits((digits) =>
    setCards(Number(digits) > MAX_CARDS_PER_ORDER ? 0 : Number(digits)),
  );
  const best = cheapestPlan(cards);
  return (
    <>
      <h1 className="text-4xl font-semibold">
        <label htmlFor="cards">How many cards a month?</label>
      </h1>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <input
          {...field}
          id="cards"
          className={`${controlStyle} h-14 max-w-36 text-2xl! font-semibold tabular-nums`}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={EXAMPLE}
        />
        <output htmlFor="cards" className="text-xl font-semibold">
          {cards > 0
            ? `Cheapest for ${cardCount(cards)}: ${plans[best].label}, ${formatPrice(monthPrice(best, cards).totalCents)}`
            : "Enter a number from 1 to 9,999."}
        </output>
      </div>
      <noscript>
        <p className="mt-2 text-sm text-text-muted">{`Turn on JavaScript to change the number of cards.`}</p>
      </noscript>
    </>
  );
}

export function MonthTotal({ plan }: { plan: MonthPlan }) {
  const { cards } = use(Month);
  if (cards === 0) return null;
  const price = monthPrice(plan, cards);
  const isCheapest = cheapestPlan(cards) === plan;
  return (
    <p
      data-cheapest={isCheapest || undefined}
      className={`mt-4 rounded-lg px-3.5 py-2.5 text-sm tabular-nums ${isCheapest ? "bg-success-soft text-success" : "bg-surface-sunken text-text-muted"}`}
    >
      <span className="flex flex-wrap justify-between gap-x-2">
        <span>{cardCount(cards)}</span>
        {isCheapest ? <span className="font-semibold">Cheapest</span> : null}
      </span>
      <span className="block text-xl font-semibold text-text" translate="no">
        {formatPrice(price.totalCents)}
      </span>
      <span className="block">{sumText(price)}</span>
    </p>
  );
}

export function MonthPlanLink({ plan, name }: { plan: MonthPlan; name: string }) {
  const { cards } = use(Month);
  return <PlanLink plan={plan} name={name} isPrimary={cards > 0 && cheapestPlan(cards) === plan} />;
}

/** Returns, for example, "$99 + 500 × $22 + 100 extra × $25". */
function sumText({ plan, feeCents, cards, cardsOver }: MonthPrice): string {
  const parts = [`${cards.toLocaleString("en-US")} × ${formatPrice(plans[plan].rateCents)}`];
  if (feeCents > 0) parts.unshift(formatPrice(feeCents));
  if (cardsOver > 0)
    parts.push(`${cardsOver.toLocaleString("en-US")} extra × ${formatPrice(plans.payg.rateCents)}`);
  return parts.join(" + ");
}
