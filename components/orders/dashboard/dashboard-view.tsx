import { DashboardNotice } from "@/components/orders/dashboard/dashboard-notice";
import { LazyClaimBatch } from "@/components/orders/dashboard/lazy-parts";
import { DashboardPages, SubmissionsTable } from "@/components/orders/dashboard/submissions-table";
import { ToDos } from "@/components/orders/dashboard/to-dos";
import { ProfileBanner } from "@/components/orders/profile-banner";
import { Alert } from "@/components/ui/alert";
import { ButtonLink, buttonStyle } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { MessagePage } from "@/components/ui/message-page";
import { linkedOrdersMessage } from "@/lib/auth/sign-in/after-sign-in";
import { batchCount, cardCount } from "@/lib/base/messages";
import { paths, withQuery } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { isDecidable } from "@/lib/orders/adjustment";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { ClaimOffer } from "@/lib/orders/claim-offer";
import { type DashboardFailure, dashboardSummary } from "@/lib/orders/dashboard";
import type { LoadedDashboard } from "@/lib/orders/loaders";

type DashboardViewProps = LoadedDashboard & {
  /** Batches that were paid for without an account and can be added to this one. */
  claims?: { offers: ClaimOffer[]; isLinkRefused: boolean };
  userId?: string;
  linkedCount?: number;
};

const TABS = [
  { tab: "overview", label: "Overview" },
  { tab: "all", label: "All Submissions" },
] as const;

const addressOf = (tab: "overview" | "all") => (tab === "all" ? tab : undefined);

export function DashboardView({ dashboard, tab, claims, userId = "", linkedCount = 0 }: DashboardViewProps) {
  const { tiles, recent, orders, canceled, prev_cursor: prev, next_cursor: next } = dashboard;
  const linkedText = linkedOrdersMessage(linkedCount);
  const now = Date.now();
  const asked = dashboard.proposals.filter((proposal) => isDecidable(proposal, now));
  const isEmpty = tiles.total === 0;
  // Only the first page contains the newest batches.
  const answer = prev === null && !isEmpty ? dashboardSummary(orders, asked, now) : null;
  const hasToDo = answer !== null && (asked.length > 0 || answer.toShip.length > 0);
  return (
    <main id="main" className="container-page space-y-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="space-y-1">
          <h1 className="text-3xl font-semibold">
            {answer?.headline ?? (isEmpty ? "Submit your first cards" : "Your submissions")}
          </h1>
          {answer?.detail ? <p className="text-text-muted">{answer.detail}</p> : null}
        </div>
        <div className="flex flex-wrap gap-2">
          <form action={paths.dashboard}>
            {tab === "all" ? <input type="hidden" name="tab" value={tab} /> : null}
            <button type="submit" className={buttonStyle({ variant: "secondary" })} name="refresh" value="1">
              <Icon name="rotate-cw" className="size-4" />
              Refresh
            </button>
          </form>
          <ButtonLink href={paths.submit} variant={hasToDo ? "secondary" : undefined}>
            <Icon name="plus" className="size-4" />
            Submit New Cards
          </ButtonLink>
        </div>
      </header>
      <div className="space-y-3 empty:hidden">
        <DashboardNotice
          batchIds={[...new Set([...recent, ...orders].map(displayBatchId))].join(" ")}
          linked={
            linkedText ? (
              <Alert tone="success" isLive>
                {linkedText}
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
      </div>
      {answer ? <ToDos answer={answer} orders={orders} asked={asked} now={now} /> : null}
      {dashboard.profile_complete || isEmpty ? null : <ProfileBanner missing="profile" />}
      {isEmpty ? null : (
        <dl className="tiles">
          {tileFacts(tiles).map(([label, value, about]) => (
            <div key={label}>
              <dt>{about ? `${label} · ${about}` : label}</dt>
              <dd>{value.toLocaleString("en-US")}</dd>
            </div>
          ))}
        </dl>
      )}
      <section className="space-y-5" aria-label="Submissions">
        {isEmpty ? null : (
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
        )}
        {isEmpty ? (
          <Card className="space-y-3 py-10 text-center">
            <h2 className="text-lg font-semibold">No submissions yet</h2>
            <a className="link" href={paths.trackSample}>
              See a sample batch
            </a>
          </Card>
        ) : tab === "overview" ? (
          <div className="space-y-4">
            <h2 className="sr-only">Five most recent submissions</h2>
            <SubmissionsTable caption="Five most recent submissions" orders={recent} asked={asked} />
            {tiles.total > recent.length ? (
              <p className="text-sm">
                <a className="link" href={withQuery(paths.dashboard, { tab: "all" })}>
                  All {tiles.total.toLocaleString("en-US")} submissions
                </a>
              </p>
            ) : null}
          </div>
        ) : (
          <DashboardPages orders={orders} asked={asked} prev={prev} next={next} />
        )}
        {canceled.length > 0 ? (
          <details className="space-y-3">
            <summary className="w-fit font-medium">Refunded and canceled ({canceled.length})</summary>
            <SubmissionsTable caption="Refunded and canceled" orders={canceled} />
          </details>
        ) : null}
        {isEmpty && !dashboard.profile_complete ? <ProfileBanner missing="profile" /> : null}
      </section>
    </main>
  );
}

function tileFacts(
  tiles: LoadedDashboard["dashboard"]["tiles"],
): [label: string, value: number, about?: string][] {
  return [
    ["Total Submissions", tiles.total],
    ["On the Way or Received", tiles.awaiting],
    ["Currently Grading", tiles.currently_grading],
    [
      "Graded Cards",
      tiles.graded,
      tiles.graded > 0 ? `${batchCount(tiles.graded)}, ${cardCount(tiles.graded_cards_sum)}` : undefined,
    ],
  ];
}

export function DashboardError({ message, needsLogin }: DashboardFailure) {
  return (
    <MessagePage
      tone="danger"
      role="alert"
      title="Error Loading Dashboard"
      text={message}
      actions={
        <>
          {needsLogin ? (
            <ButtonLink href={withQuery(paths.login, { next: paths.dashboard })}>Log in</ButtonLink>
          ) : null}
          <ButtonLink variant={needsLogin ? "secondary" : "primary"} href={paths.dashboard}>
            Try Again
          </ButtonLink>
        </>
      }
    />
  );
}
