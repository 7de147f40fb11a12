import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { business } from "@/lib/base/business";
import { formatPrice } from "@/lib/base/money";
import { plans } from "@/lib/base/plans";
import {
  cheapestPlan,
  MONTH_EXAMPLES,
  MONTH_PLANS,
  type MonthPlan,
  monthPrice,
} from "@/lib/membership/month-price";

const EVERY_PLAN = "In every plan";

/** Shows all plans side by side, as a table: what each costs, what some months come to, and what is in the price. */
export function PlanTable() {
  return (
    <table className="plan-table">
      <caption className="sr-only">The plans compared</caption>
      <thead>
        <tr>
          <td />
          {MONTH_PLANS.map((plan) => (
            <th key={plan} scope="col">
              {plans[plan].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row isTold name="Monthly fee" of={(plan) => price(plans[plan].monthlyCents)} />
        <Row isTold name="Each card" of={(plan) => price(plans[plan].rateCents)} />
        <Row
          isTold
          name="Cards a month at that rate"
          of={(plan) => plans[plan].monthlyLimit?.toLocaleString("en-US") ?? "No limit"}
        />
        <Row
          name="Each further card in a month"
          of={(plan) => (plans[plan].monthlyLimit === null ? "None" : price(plans.payg.rateCents))}
        />
        {MONTH_EXAMPLES.map((cards) => (
          <Row
            key={cards}
            name={`A month of ${cards} cards, in all`}
            of={(plan) => price(monthPrice(plan, cards).totalCents)}
            best={cheapestPlan(cards)}
          />
        ))}
        <Row
          name="Return shipping and insurance"
          of={(plan) => (plan === "starter" ? "Free shipping and insurance" : "In the price of the cards")}
        />
        <Same name={`Insured for up to ${business.insuranceLimit} from check-in until it is back`}>
          {EVERY_PLAN}
        </Same>
        <Same name="The grader's fee">{EVERY_PLAN}</Same>
        <Same name="Shipping to us">You choose, pay and insure it</Same>
      </tbody>
    </table>
  );
}

const price = formatPrice;

type RowProps = {
  name: string;
  of: (plan: MonthPlan) => string;
  /** Whose value is marked as the lowest. */
  best?: MonthPlan;
  /** The plans' own cards say it, too. */
  isTold?: boolean;
};

function Row({ name, of, best, isTold }: RowProps) {
  return (
    <tr data-told={isTold}>
      <th scope="row">{name}</th>
      {MONTH_PLANS.map((plan) => (
        <td
          key={plan}
          data-label={plans[plan].label}
          className={cx(plan === best && "font-semibold text-success")}
        >
          {of(plan)}
          {plan === best ? " (cheapest)" : null}
        </td>
      ))}
    </tr>
  );
}

/** Shows what no plan does differently. */
function Same({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td colSpan={MONTH_PLANS.length}>{children}</td>
    </tr>
  );
}
