import { DashboardNotice } from "@/components/orders/dashboard-notice";
import { DashboardTiles } from "@/components/orders/dashboard-tiles";
import { SubmissionsTable } from "@/components/orders/submissions-table";
import { ButtonLink, buttonStyle } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { Order } from "@/lib/orders/order";
import { paths, withQuery } from "@/lib/paths";

type DashboardViewProps = {
  dashboard: {
    tiles: {
      total: number;
      awaiting: number;
      currently_grading: number;
      graded: number;
      graded_cards_sum: number;
    };
    recent: Order[];
    orders: Order[];
    next_cursor: { submitted_at: string; id: string } | null;
  };
  tab: "overview" | "all";
  isFirstPage: boolean;
};

const TABS = [
  { tab: "overview", label: "Overview" },
  { tab: "all", label: "All Submissions" },
] as const;

/** The customer's paid batches: tiles, the five most recent, and all of them by page. */
export function DashboardView({ dashboard, tab, isFirstPage }: DashboardViewProps) {
  const { tiles, recent, orders, next_cursor: next } = dashboard;
  const here = withQuery(paths.dashboard, { tab: tab === "all" ? "all" : undefined });
  return (
    <main id="main" className="container-page space-y-8 py-10">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-semibold">Dashboard</h1>
        <div className="flex gap-2">
          <ButtonLink variant="secondary" href={here}>
            Refresh
          </ButtonLink>
          <ButtonLink href={paths.submit}>Submit New Cards</ButtonLink>
        </div>
      </header>
      <DashboardNotice />
      <DashboardTiles tiles={tiles} />
      <nav aria-label="Submissions" className="flex gap-1 border-b border-border">
        {TABS.map(({ tab: name, label }) => (
          <a
            key={name}
            href={withQuery(paths.dashboard, { tab: name === "all" ? "all" : undefined })}
            aria-current={name === tab ? "page" : undefined}
            className="-mb-px border-b-2 border-transparent px-4 py-3 text-sm font-medium text-text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text"
          >
            {label}
          </a>
        ))}
      </nav>
      {tiles.total === 0 ? (
        <Card className="space-y-4 text-center">
          <h2 className="text-lg font-semibold">No submissions yet</h2>
          <p className="text-text-muted">
            Pay for your first batch, send us the cards, and follow them here.
          </p>
          <ButtonLink href={paths.submit}>Submit New Cards</ButtonLink>
        </Card>
      ) : tab === "overview" ? (
        <SubmissionsTable caption="Five most recent submissions" orders={recent} />
      ) : (
        <div className="space-y-4">
          <SubmissionsTable caption="All submissions" orders={orders} />
          <div className="flex justify-between">
            {isFirstPage ? (
              <span />
            ) : (
              <a className={buttonStyle({ variant: "secondary", size: "sm" })} href={here}>
                Newest
              </a>
            )}
            {next ? (
              <a
                className={buttonStyle({ variant: "secondary", size: "sm" })}
                href={withQuery(paths.dashboard, { tab: "all", after: next.submitted_at, id: next.id })}
              >
                Older
              </a>
            ) : null}
          </div>
        </div>
      )}
    </main>
  );
}
