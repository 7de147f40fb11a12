import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

type AuthPanelProps = {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  /** Where else to go, below the card. */
  footer?: ReactNode;
};

/** The one column of the pages about accounts. */
export function AuthPanel({ title, lead, children, footer }: AuthPanelProps) {
  return (
    <main id="main" className="container-page flex max-w-128 flex-1 flex-col py-12 sm:py-20">
      <div className="mb-8 space-y-2 text-center">
        <h1 className="text-3xl font-semibold">{title}</h1>
        <p className="text-text-muted">{lead}</p>
      </div>
      <Card>{children}</Card>
      {footer ? <div className="mt-8 space-y-3 text-center text-sm text-text-muted">{footer}</div> : null}
    </main>
  );
}
