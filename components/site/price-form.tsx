"use client";
import { useState } from "react";
import { useCardDigits } from "@/components/membership/use-card-digits";
import { cardCount } from "@/lib/base/messages";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";
import { MAX_CARDS_PER_ORDER } from "@/lib/base/plans";

const EXAMPLE = "30";

/** Shows a price and opens the submit page. Works as a plain form without JavaScript. */
export function PriceForm({ rateCents, safety }: { rateCents: number; safety: string }) {
  const [cards, setCards] = useState(EXAMPLE);
  const field = useCardDigits(setCards);
  const count = Number(cards);
  const isPriced = count > 0 && count <= MAX_CARDS_PER_ORDER;
  return (
    <form className="price-form" action={paths.submit}>
      <input type="hidden" name="mode" value="payg" />
      <label htmlFor="cards">How many cards?</label>
      <input
        {...field}
        id="cards"
        name="cards"
        defaultValue={EXAMPLE}
        inputMode="numeric"
        autoComplete="off"
        required
        pattern="[1-9][0-9]{0,3}"
        title="A whole number from 1 to 9,999"
      />
      <button type="submit" className="button button-lg">
        Start this batch
      </button>
      <output htmlFor="cards">
        {isPriced ? (
          <>
            {/* Includes the number of cards, so that it stays true without JavaScript. */}
            <b translate="no">{formatPrice(count * rateCents)}</b>{" "}
            <span>{`for ${cardCount(count)} at ${formatPrice(rateCents)} a card.`}</span>
          </>
        ) : (
          <span>Enter a number from 1 to 9,999.</span>
        )}{" "}
        Grading fee and return shipping included. No account needed.
      </output>
      <p className="col-span-full text-sm text-text-muted">{safety} You pay for shipping to us.</p>
    </form>
  );
}
