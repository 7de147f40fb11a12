import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type PlanType, plans } from "@/lib/base/plans";

type RateCardProps = {
  title: string;
  /** The plan that prices the batch; its badge stands beside the title. */
  plan: PlanType;
  /** Sets a membership's badge apart from the others. */
  isMembership?: boolean;
  children: ReactNode;
};

/** Shows a card beside the submit form that says at which rate a batch is priced, and why. */
export function RateCard({ title, plan, isMembership, children }: RateCardProps) {
  return (
    <Card className="space-y-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        <Badge tone={isMembership ? "accent" : "neutral"}>{plans[plan].label}</Badge>
      </div>
      {children}
    </Card>
  );
}
