import { BatchNames, NAMED } from "@/components/orders/dashboard/batch-names";
import { DashboardNotice } from "@/components/orders/dashboard/dashboard-notice";
import { type Cursor, DashboardPages } from "@/components/orders/dashboard/dashboard-pages";
import { LazyClaimBatch } from "@/components/orders/dashboard/lazy-claim-batch";
import { SubmissionsTable } from "@/components/orders/dashboard/submissions-table";
import { ToDecide } from "@/components/orders/dashboard/to-decide";
import { ToDo } from "@/components/orders/dashboard/to-do";
import { ProfileBanner } from "@/components/orders/profile-banner";
import { Alert } from "@/components/ui/alert";
import { ButtonLink, buttonStyle } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Mark } from "@/components/ui/mark";
import { linkedOrdersMessage } from "@/lib/auth/sign-in/signed-in";
import { paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { cardCount } from "@/lib/base/words";
import { isDecidable } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { ClaimOffer } from "@/lib/orders/claims/claim-offer";
import { isToShip } from "@/lib/orders/inbound";
import type { Order } from "@/lib/orders/order";
import { promiseState } from "@/lib/orders/promise";
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

/** Shows the customer's paid batches: what to do now, tiles, then the newest five or all by page. */
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

/** Counts the paid orders, those of them at each of three steps, and the cards in the graded ones. */
type Tiles = {
  total: number;
  awaiting: number;
  currently_grading: number;
  graded: number;
  graded_cards_sum: number;
};

/** Shows the dashboard's four figures; the three steps add up to the total. */
function DashboardTiles({ tiles }: { tiles: Tiles }) {
  const list = [
    { label: "Total Submissions", value: tiles.total, caption: "Paid batches" },
    { label: "Awaited or Checked In", value: tiles.awaiting, caption: "On the way to us, or counted" },
    {
      label: "Currently Grading",
      value: tiles.currently_grading,
      caption: "Prepared, sent or at the grader",
    },
    {
      label: "Graded Cards",
      value: tiles.graded,
      caption: `Graded batches, ${cardCount(tiles.graded_cards_sum)}`,
    },
  ];
  return (
    <dl className="tiles">
      {list.map(({ label, value, caption }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value.toLocaleString("en-US")}</dd>
          <dd>{caption}</dd>
        </div>
      ))}
    </dl>
  );
}

type LateBelowProps = {
  /** Newest first. */
  orders: Order[];
  /** Those of `orders` that the overview shows, each of which says by itself that it is late. */
  shown: Order[];
  /** There are still older ones than `orders` holds. */
  isPart: boolean;
};

/** Names older batches that are overdue and not shown on the overview, longest first. */
function LateBelow({ orders, shown, isPart }: LateBelowProps) {
  const ids = new Set(shown.map(({ id }) => id));
  const now = Date.now();
  const late = orders.filter((order) => !ids.has(order.id) && promiseState(order, now) === "late").reverse();
  const { length } = late;
  if (length === 0) return null;
  return (
    <Alert tone="danger">
      {isPart ? "At least " : null}
      {length === 1 ? "1 older batch is late: " : `${length} older batches are late: `}
      <BatchNames orders={late} isLinked />.
      {isPart || length > NAMED ? (
        <>
          {" "}
          <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
            See all submissions
          </a>
        </>
      ) : null}
    </Alert>
  );
}

/** Names the batches whose cards are still to ship, longest waiting first. */
function ToShip({ orders, isSecond }: { orders: Order[]; isSecond: boolean }) {
  const waiting = orders.filter(isToShip).reverse();
  const [oldest] = waiting;
  if (!oldest) return null;
  const isOne = waiting.length === 1;
  const what = isOne ? `your ${cardCount(oldest.num_cards)}` : `${waiting.length} boxes`;
  return (
    <ToDo
      to={{ href: paths.label(oldest.id) }}
      action={isOne ? "Print label" : "Print first label"}
      isSecond={isSecond}
    >
      {`Ship ${what}: `}
      <BatchNames orders={waiting} />
    </ToDo>
  );
}
