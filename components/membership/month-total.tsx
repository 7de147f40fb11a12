"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { PlanLink } from "@/components/membership/plan-link";
import { useCardDigits } from "@/components/membership/use-card-digits";
import { controlStyle } from "@/components/ui/field";
import { formatPrice } from "@/lib/base/money";
import { MAX_CARDS_PER_ORDER, plans } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";
import { cheapestPlan, type MonthPlan, type MonthPrice, monthPrice } from "@/lib/membership/month-price";

/** What the pages show before somebody says another number. */
const EXAMPLE = 30;

const Month = createContext({ cards: EXAMPLE, setCards: (_: number) => {} });

/** Holds the number of cards a month that `MonthField` asks for and each `MonthTotal` below reckons with. */
export function MonthOfCards({ children }: { children: ReactNode }) {
  const [cards, setCards] = useState(EXAMPLE);
  return <Month value={{ cards, setCards }}>{children}</Month>;
}

/** Asks how many cards a month somebody sends, and says which plan costs least for them, fee and all. */
export function MonthField() {
  const { cards, setCards } = use(Month);
  const field = useCardDigits((digits) =>
    setCards(Number(digits) > MAX_CARDS_PER_ORDER ? 0 : Number(digits)),
  );
  const best = cheapestPlan(cards);
  return (
    <div className="rounded-2xl border border-border bg-surface-raised p-6 shadow-sm">
      <label htmlFor="cards" className="text-sm font-medium">
        Cards you send in a month
      </label>
      <input
        {...field}
        id="cards"
        className={`${controlStyle} mt-1.5 h-12 text-lg font-semibold tabular-nums`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={EXAMPLE}
      />
      <output htmlFor="cards" className="mt-3 block font-semibold">
        {cards > 0
          ? `Cheapest for ${cardCount(cards)}: ${plans[best].label}, ${formatPrice(monthPrice(best, cards).totalCents)} in all.`
          : "Enter a number from 1 to 9,999 to see what each plan comes to."}
      </output>
      <noscript>
        <p className="mt-2 text-sm text-text-muted">
          {`Without JavaScript the sums stay those of ${cardCount(EXAMPLE)}. The table below has other months, and what each sum is made of.`}
        </p>
      </noscript>
    </div>
  );
}

/** Shows in a plan's card what the month costs under it, of what the sum is made, and whether no other costs less. */
export function MonthTotal({ plan }: { plan: MonthPlan }) {
  const { cards } = use(Month);
  const price = monthPrice(plan, cards);
  const isCheapest = cards > 0 && cheapestPlan(cards) === plan;
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
      <span className="block sm:min-h-11">{sumWords(price)}</span>
    </p>
  );
}

/** Shows the button of a plan's card as the main one where no other plan costs less. */
export function MonthPlanLink({ plan, name }: { plan: MonthPlan; name: string }) {
  const { cards } = use(Month);
  return <PlanLink plan={plan} name={name} isPrimary={cards > 0 && cheapestPlan(cards) === plan} />;
}

/** "$99 + 500 × $22 + 100 over its limit × $25". */
function sumWords({ plan, feeCents, cards, cardsOver }: MonthPrice): string {
  const parts = [`${cards.toLocaleString("en-US")} × ${formatPrice(plans[plan].rateCents)}`];
  if (feeCents > 0) parts.unshift(formatPrice(feeCents));
  if (cardsOver > 0)
    parts.push(`${cardsOver.toLocaleString("en-US")} over its limit × ${formatPrice(plans.payg.rateCents)}`);
  return parts.join(" + ");
}
