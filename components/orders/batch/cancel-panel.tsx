import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { useNextFocus, useOutcomeFocus } from "@/components/ui/use-next-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { formatCents } from "@/lib/base/money";
import { site } from "@/lib/base/site";
import { postJson } from "@/lib/http/post-json";
import type { Cancellation } from "@/lib/orders/cancellation";

type CancelPanelProps = {
  orderId: string;
  cancellation: Exclude<Cancellation, { kind: "canceled" }>;
  /** Token of the tracking page that renders this panel. Null on the dashboard and the confirmation. */
  token: string | null;
  level: 2 | 3;
};

type Offer = Extract<Cancellation, { cents: number }>;
type Body = { action: "cancel"; amount_cents: number } | { action: "withdraw" };

export function CancelPanel(props: CancelPanelProps) {
  const { orderId, cancellation, token, level } = props;
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, startSending] = useTransition();
  const [error, setError] = useState<string | null>(null);
  const [panel, focusNext] = useNextFocus();
  // Focuses the cancellation's status after a change. A canceled batch shows it in another section.
  const noteAnswer = useOutcomeFocus(cancellation, "[data-cancellation]");

  function send(body: Body) {
    setError(null);
    startSending(async () => {
      const path = apiPaths.cancellation(orderId);
      const answer = await postJson(path, { ...body, ...(token ? { token } : {}) });
      if (!answer.ok) setError(answer.error);
      // A 409 means that the page is out of date, so it reloads like a success.
      if (!answer.ok && answer.status !== 409) return;
      noteAnswer();
      // In one update, so that the question stays visible and busy until the page has reloaded.
      startSending(() => {
        setIsAsking(false);
        router.refresh();
      });
    });
  }

  const offer = "cents" in cancellation ? cancellation : null;
  const amount = formatCents(offer?.cents ?? 0);
  const Heading = `h${level}` as const;
  return (
    <section ref={panel} className="space-y-3">
      {/* Visually hidden while the button below has the same text. */}
      <Heading className={offer ? "sr-only" : "text-lg font-semibold"} tabIndex={-1} data-cancellation="">
        Cancel this batch
      </Heading>
      <Failure>{error}</Failure>
      {cancellation.kind === "here" ? (
        <p className="text-sm text-text-muted">
          Your package has arrived. To cancel before your cards go to the grader, email{" "}
          <a className="link" href={`mailto:${site.contactEmail}`}>
            {site.contactEmail}
          </a>
          .
        </p>
      ) : null}
      {cancellation.kind === "asked" ? (
        <div role="status" className="space-y-3 text-sm">
          <p>
            On <Time at={cancellation.at} show="local-date" />,{" "}
            {cancellation.isTheirs ? "you asked" : "the owner asked"} to cancel.{" "}
            {cancelRequestText(cancellation)}
          </p>
          {cancellation.isRefunding || !cancellation.isTheirs ? null : (
            <Button
              size="sm"
              variant="secondary"
              isBusy={isBusy}
              onClick={() => send({ action: "withdraw" })}
            >
              Keep this batch
            </Button>
          )}
        </div>
      ) : null}
      {offer && !isAsking ? (
        <>
          <p className="text-sm text-text-muted">{offerText(offer)}</p>
          <Button
            size="sm"
            variant="secondary"
            data-change=""
            onClick={() => {
              focusNext("[data-question]");
              setError(null);
              setIsAsking(true);
            }}
          >
            Cancel this batch
          </Button>
        </>
      ) : null}
      {offer && isAsking ? (
        <div className="space-y-3">
          <p className="text-sm font-medium" tabIndex={-1} data-question="">
            {offer.kind === "refund"
              ? `Cancel and refund ${amount}? Please don't ship these cards.`
              : `Ask to cancel? We'll decide on your ${amount} refund${offer.isShipped ? " when your package arrives" : ""}.`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="danger"
              isBusy={isBusy}
              onClick={() => send({ action: "cancel", amount_cents: offer.cents })}
            >
              {offer.kind === "refund" ? `Cancel and refund ${amount}` : "Ask to cancel"}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              disabled={isBusy}
              onClick={() => {
                focusNext("[data-change]");
                setIsAsking(false);
              }}
            >
              Keep this batch
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
}

function cancelRequestText(asked: Extract<Cancellation, { kind: "asked" }>): string {
  const { isTheirs, isShipped } = asked;
  const [whose, whom] = isTheirs ? ["your", "you"] : ["the", "the owner"];
  if (asked.isRefunding) return `The refund is on its way. We'll email ${whom}.`;
  const dontShip = isShipped ? "" : ` Please don't ship ${whose} cards.`;
  if (asked.hasFailed)
    return `The refund didn't go through. We're fixing it and will email ${whom}.${dontShip}`;
  if (isShipped && !asked.isHere) return `Once ${whose} package arrives, we'll decide and email ${whom}.`;
  return `We'll decide and email ${whom}.${dontShip}`;
}

function offerText(cancellation: Offer): string {
  if (cancellation.kind === "refund") return "Full refund until you ship.";
  return cancellation.isShipped
    ? "Ask us to cancel. We'll decide when your package arrives."
    : "Ask us to cancel. We'll decide and email you.";
}
