import { cardCount } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { type PlanType, plans } from "@/lib/base/plans";

export function OverLimit({ plan, cards }: { plan: PlanType; cards: number }) {
  return (
    <p className="-mt-4 text-sm">
      <a className="link" href={withQuery(paths.submit, { mode: "payg", cards: String(cards) })}>
        Submit {cardCount(cards)} at {formatCents(plans.payg.rateCents)} each
      </a>
      {plan === "elite" ? null : (
        <>
          {" or "}
          <a className="link" href={paths.pricing}>
            upgrade your plan
          </a>
        </>
      )}
    </p>
  );
}
