import { Check } from "lucide-react";
import { Section } from "@/components/site/section";
import { ButtonLink } from "@/components/ui/button";
import { PAYG_CEILING_CENTS, plans } from "@/lib/membership/plans";
import { paths, withQuery } from "@/lib/paths";

const dollars = (cents: number) => `$${cents / 100}`;

const OFFERS = [
  {
    name: plans.free.label,
    price: dollars(plans.free.monthlyCents),
    per: "per month",
    summary: "An account without a membership. Pay per submission.",
    points: [
      `${dollars(plans.free.rateCents)} per card`,
      "No monthly fee, no card limit",
      "All your batches on one dashboard",
      "Earlier guest orders join your account",
    ],
    action: "Start Free",
    // Who is signed in already is led on from there at once.
    href: withQuery(paths.login, { next: paths.submit, plan: "free" }),
    variant: "primary",
  },
  {
    name: plans.payg.label,
    price: dollars(plans.payg.rateCents),
    per: "per card",
    summary: "One batch, no account. Your e-mail is asked on the payment page.",
    points: [
      `Up to ${dollars(PAYG_CEILING_CENTS)}/card, the exact price is shown before you pay`,
      "No sign-up, no password",
      "Receipt and shipping instructions by e-mail",
      "Create an account later to track it",
    ],
    action: "Try Pay-As-You-Go",
    href: paths.submitPayg,
    variant: "secondary",
  },
] as const;

/** What it costs, and a way into each offer. */
export function PricingCards() {
  return (
    <Section
      id="pricing"
      title="Pay for cards, not for promises"
      lead="Both ways use the same secure checkout and the same insured way back."
    >
      <ul className="grid gap-6 lg:grid-cols-2">
        {OFFERS.map(({ name, price, per, summary, points, action, href, variant }) => (
          <li
            key={name}
            className="flex flex-col rounded-2xl border border-border bg-surface-raised p-7 shadow-sm sm:p-9"
          >
            <h3 className="text-lg font-semibold">{name}</h3>
            <p className="mt-1 text-sm text-text-muted">{summary}</p>
            <p className="mt-7 flex items-baseline gap-2">
              <span className="text-3xl font-semibold tabular-nums">{price}</span>
              <span className="text-sm text-text-muted">{per}</span>
            </p>
            <ul className="mt-7 mb-9 space-y-3 text-sm">
              {points.map((point) => (
                <li key={point} className="flex gap-3">
                  <Check className="mt-0.75 size-4 shrink-0 text-accent-text" aria-hidden="true" />
                  {point}
                </li>
              ))}
            </ul>
            <ButtonLink href={href} variant={variant} size="lg" block className="mt-auto">
              {action}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
