import { DashboardNotice } from "@/components/orders/dashboard/dashboard-notice";
import { type Cursor, DashboardPages } from "@/components/orders/dashboard/dashboard-pages";
import { DashboardTiles, type Tiles } from "@/components/orders/dashboard/dashboard-tiles";
import { LateBelow } from "@/components/orders/dashboard/late-below";
import { LazyClaimBatch } from "@/components/orders/dashboard/lazy-claim-batch";
import { SubmissionsTable } from "@/components/orders/dashboard/submissions-table";
import { ToDecide } from "@/components/orders/dashboard/to-decide";
import { ToShip } from "@/components/orders/dashboard/to-ship";
import { ProfileBanner } from "@/components/orders/profile-banner";
import { Alert } from "@/components/ui/alert";
import { ButtonLink, buttonStyle } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Mark } from "@/components/ui/mark";
import { linkedOrdersMessage } from "@/lib/auth/sign-in/signed-in";
import { paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { isDecidable } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { ClaimOffer } from "@/lib/orders/claims/claim-offer";
import { isToShip } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";
import type { Adjustment } from "@/lib/orders/schema";

type DashboardViewProps = {
  dashboard: {
    profile_complete: boolean;
    tiles: Tiles;
    recent: Order[];
    orders: Order[];
    proposals: Adjustment[];
    prev_cursor: Cursor;
    next_cursor: Cursor;
  };
  tab: "overview" | "all";
  /** Batches that were paid for without an account and may be added to this one. */
  claims?: { offers: ClaimOffer[]; isLinkRefused: boolean };
  userId?: string;
  /** How many earlier orders the sign-in a moment ago has linked. */
  linkedCount?: number;
};

const TABS = [
  { tab: "overview", label: "Overview" },
  { tab: "all", label: "All Submissions" },
] as const;

const addressOf = (tab: "overview" | "all") => (tab === "all" ? tab : undefined);

/**
 * Shows the customer's paid batches: what to do now, tiles, then the five most recent or all of them by page, or what to do while there
 * are none. It can be read and used without a script.
 */
export function DashboardView({ dashboard, tab, claims, userId = "", linkedCount = 0 }: DashboardViewProps) {
  const { tiles, recent, orders, prev_cursor: prev, next_cursor: next } = dashboard;
  const linkedWords = linkedOrdersMessage(linkedCount);
  const now = Date.now();
  const asked = dashboard.proposals.filter((proposal) => isDecidable(proposal, now));
  const isFirst = prev === null;
  const hasToDecide = isFirst && asked.length > 0;
  const isEmpty = tiles.total === 0;
  const hasToShip = isFirst && orders.some(isToShip);
  return (
    <main id="main" className="container-page space-y-8 py-10 sm:py-14">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="space-y-2">
          <h1 className="text-3xl font-semibold">Dashboard</h1>
          <p className="text-text-muted">Every paid batch, from your door to the grader and back.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <form action={paths.dashboard}>
            {tab === "all" ? <input type="hidden" name="tab" value={tab} /> : null}
            <button type="submit" className={buttonStyle({ variant: "secondary" })} name="refresh" value="1">
              <Mark name="rotate-cw" className="size-4" />
              Refresh
            </button>
          </form>
          <ButtonLink
            href={paths.submit}
            variant={hasToDecide || hasToShip || isEmpty ? "secondary" : undefined}
          >
            <Mark name="plus" className="size-4" />
            Submit New Cards
          </ButtonLink>
        </div>
      </header>
      <div className="space-y-3 empty:hidden">
        <DashboardNotice
          batchIds={[...new Set([...recent, ...orders].map(displayBatchId))].join(" ")}
          linked={
            linkedWords ? (
              <Alert tone="success" isLive>
                {linkedWords}
              </Alert>
            ) : null
          }
        />
        {claims?.isLinkRefused ? (
          <Alert tone="warning" title="We can't add this batch">
            Its link has expired or was already used. Log in with the email address you paid with, or{" "}
            <a className="link" href={`mailto:${site.contactEmail}`}>
              contact support
            </a>
            .
          </Alert>
        ) : null}
        {claims?.offers.map((offer) => (
          <LazyClaimBatch key={offer.orderId} offer={offer} userId={userId} />
        ))}
        {hasToDecide ? (
          <ToDecide orders={orders} asked={asked} now={now} isPart={tab === "overview"} />
        ) : null}
        {hasToShip ? <ToShip orders={orders} isSecond={hasToDecide} /> : null}
        {tab === "overview" ? <LateBelow orders={orders} shown={recent} isPart={next !== null} /> : null}
        {dashboard.profile_complete ? null : <ProfileBanner missing="profile" />}
      </div>
      {isEmpty ? null : <DashboardTiles tiles={tiles} />}
      <section className="space-y-5" aria-label="Submissions">
        {isEmpty ? null : <Tabs tab={tab} />}
        {isEmpty ? (
          <NoSubmissions />
        ) : tab === "overview" ? (
          <Recent orders={recent} asked={asked} total={tiles.total} />
        ) : (
          <DashboardPages orders={orders} asked={asked} prev={prev} next={next} />
        )}
      </section>
    </main>
  );
}

function Tabs({ tab }: { tab: "overview" | "all" }) {
  return (
    <nav
      aria-label="Submissions"
      className="flex gap-1 border-b border-border text-sm font-medium text-text-muted *:-mb-px *:border-b-2 *:border-transparent *:px-4 *:py-3 *:transition-colors *:hover:text-text *:aria-[current=page]:border-accent *:aria-[current=page]:text-text"
    >
      {TABS.map(({ tab: name, label }) => (
        <a
          key={name}
          href={withQuery(paths.dashboard, { tab: addressOf(name) })}
          aria-current={name === tab ? "page" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

function NoSubmissions() {
  return (
    <Card className="space-y-5 py-12 text-center">
      <div className="space-y-2">
        <h2 className="text-lg font-semibold">No submissions yet</h2>
        <p className="mx-auto max-w-md text-text-muted">
          Pay for your first batch, send us the cards, and follow every step here.
        </p>
      </div>
      <ButtonLink href={paths.submit}>Submit New Cards</ButtonLink>
    </Card>
  );
}

type RecentProps = { orders: Order[]; asked: Adjustment[]; total: number };

function Recent({ orders, asked, total }: RecentProps) {
  return (
    <div className="space-y-4">
      <h2 className="sr-only">Five most recent submissions</h2>
      <SubmissionsTable caption="Five most recent submissions" orders={orders} asked={asked} />
      {total > orders.length ? (
        <p className="text-sm">
          <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
            All {total.toLocaleString("en-US")} submissions
          </a>
        </p>
      ) : null}
    </div>
  );
}
