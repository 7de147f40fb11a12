"use client";

import { useEffect, useRef, useState } from "react";
import { formatPrice } from "@/lib/base/money";
import { paths } from "@/lib/base/paths";

const EXAMPLE = "30";

/**
 * Asks for a number of cards, says what they cost, and leads to the submit page with it. A plain form: it works without its
 * script, which only keeps the sum up to date.
 */
export function PriceForm({ rateCents }: { rateCents: number }) {
  const [cards, setCards] = useState(EXAMPLE);
  const field = useRef<HTMLInputElement>(null);
  // What was typed before the script came, or stood there when the page was left.
  useEffect(() => setCards(field.current?.value ?? EXAMPLE), []);
  const sum = /^\d+$/.test(cards) ? formatPrice(Number(cards) * rateCents) : "–";
  return (
    <form className="price-form" action={paths.submit}>
      <input type="hidden" name="mode" value="payg" />
      <label htmlFor="cards">How many cards?</label>
      <input
        ref={field}
        id="cards"
        name="cards"
        defaultValue={EXAMPLE}
        inputMode="numeric"
        autoComplete="off"
        required
        pattern="[1-9][0-9]*"
        maxLength={4}
        title="A whole number from 1 to 9999"
        onInput={() => setCards(field.current?.value ?? "")}
      />
      <button type="submit" className="button button-lg">
        Price my cards
      </button>
      <output htmlFor="cards">
        <b>{sum}</b> at {formatPrice(rateCents)} a card. The grader&apos;s fee and the way back are in it; no
        account needed.
      </output>
    </form>
  );
}
