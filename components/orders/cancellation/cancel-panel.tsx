"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { useAnsweredFocus } from "@/components/ui/use-answered-focus";
import { useNextFocus } from "@/components/ui/use-next-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { formatCents } from "@/lib/base/money";
import { site } from "@/lib/base/site";
import { postJson } from "@/lib/http/post-json";
import type { Cancellation } from "@/lib/orders/cancellation";

type CancelPanelProps = {
  orderId: string;
  cancellation: Exclude<Cancellation, { kind: "canceled" }>;
  /** The token of the tracking page that shows it; null in the owner's account and on a confirmation. */
  token: string | null;
  /** Level of the heading, below that of the page or drawer. */
  level: 2 | 3;
};

type Body = { action: "cancel"; amount_cents: number } | { action: "withdraw" };

/** Cancels a batch or requests it, with one confirmation that names the amount; or says why that's too late. */
export function CancelPanel(props: CancelPanelProps) {
  const { orderId, cancellation, token, level } = props;
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, startSending] = useTransition();
  const [error, setError] = useState<string | null>(null);
  const [panel, focusNext] = useNextFocus();
  // Where the cancellation stands, in this part of the page or the next: of a batch that is canceled it shows another one.
  const noteAnswer = useAnsweredFocus(cancellation, "[data-cancellation]");

  function send(body: Body) {
    setError(null);
    startSending(async () => {
      const path = apiPaths.cancellation(orderId);
      const answer = await postJson(path, { ...body, ...(token ? { token } : {}) });
      if (!answer.ok) setError(answer.error);
      // What was refused is no longer as this page shows it.
      if (!answer.ok && answer.status !== 409) return;
      noteAnswer();
      // In one step: until the page knows it, what was asked stays, and is busy.
      startSending(() => {
        setIsAsking(false);
        router.refresh();
      });
    });
  }

  const Heading = `h${level}` as const;
  return (
    <section ref={panel} className="space-y-3">
      <Heading className="text-lg font-semibold" tabIndex={-1} data-cancellation="">
        Cancel this batch
      </Heading>
      <Failure>{error}</Failure>
      {cancellation.kind === "here" ? (
        <p className="text-sm text-text-muted">
          Your package is here, so it cannot be canceled here any more. Until your cards leave for the grading
          company, write to{" "}
          <a className="link" href={`mailto:${site.contactEmail}`}>
            {site.contactEmail}
          </a>
          .
        </p>
      ) : null}
      {cancellation.kind === "with_grader" ? (
        <p className="text-sm text-text-muted">
          Your cards have left for the grading company, so this batch cannot be canceled any more.
        </p>
      ) : null}
      {cancellation.kind === "asked" ? (
        <div role="status" className="space-y-3 text-sm">
          <p>
            {cancellation.isTheirs ? "You" : "Its owner"} asked to cancel this batch on{" "}
            <Time at={cancellation.at} show="local-long-date" />. {askedWords(cancellation)}
          </p>
          {cancellation.isRefunding || !cancellation.isTheirs ? null : (
            <Button
              size="sm"
              variant="secondary"
              isBusy={isBusy}
              onClick={() => send({ action: "withdraw" })}
            >
              Withdraw the request
            </Button>
          )}
        </div>
      ) : null}
      {cancellation.kind === "refund" || cancellation.kind === "ask" ? (
        <Ask
          cancellation={cancellation}
          isAsking={isAsking}
          isBusy={isBusy}
          onAsk={() => {
            focusNext("[data-question]");
            setError(null);
            setIsAsking(true);
          }}
          onKeep={() => {
            focusNext("[data-change]");
            setIsAsking(false);
          }}
          onCancel={() => send({ action: "cancel", amount_cents: cancellation.cents })}
        />
      ) : null}
    </section>
  );
}

type AskProps = {
  cancellation: Extract<Cancellation, { cents: number }>;
  isAsking: boolean;
  isBusy: boolean;
  onAsk: () => void;
  onKeep: () => void;
  onCancel: () => void;
};

function askedWords(asked: Extract<Cancellation, { kind: "asked" }>): string {
  const { isTheirs, isShipped } = asked;
  const [Whose, whose, whom] = isTheirs ? ["Your", "your", "you"] : ["The", "the", "its owner"];
  if (asked.isRefunding) {
    return `${Whose} money is on its way back. We write to ${whom} when it is done.`;
  }
  if (asked.hasFailed) {
    const words = `${Whose} money could not be sent back by itself: our team settles it and writes to ${whom}.`;
    return isShipped ? words : `${words} Please do not ship ${whose} cards.`;
  }
  if (asked.isHere) return `${Whose} package is here, unopened. We answer by email.`;
  if (isShipped) return `We answer by email when ${whose} package is here.`;
  return `We look into it and answer by email. Please do not ship ${whose} cards until then.`;
}

function offerWords(cancellation: AskProps["cancellation"]): string {
  if (cancellation.kind === "refund") return "Until you have shipped it, you get the whole price back.";
  return cancellation.isShipped
    ? "It is on its way to us: you can still ask, and we answer when the package is here."
    : "Its payment cannot be sent back by itself: you can ask, and we answer by email.";
}

function Ask({ cancellation, isAsking, isBusy, onAsk, onKeep, onCancel }: AskProps) {
  const { kind, cents } = cancellation;
  const amount = formatCents(cents);
  const isOnItsWay = kind === "ask" && cancellation.isShipped;
  if (!isAsking) {
    return (
      <>
        <p className="text-sm text-text-muted">{offerWords(cancellation)}</p>
        <Button size="sm" variant="secondary" data-change="" onClick={onAsk}>
          Cancel this batch
        </Button>
      </>
    );
  }
  return (
    <div className="space-y-3">
      <p className="text-sm font-medium" tabIndex={-1} data-question="">
        {kind === "refund"
          ? `Cancel this batch? ${amount} goes back to where it was paid from. Please do not ship it then.`
          : `Ask us to cancel this batch? ${isOnItsWay ? "When your package is here, we answer" : "We answer by email"} about ${amount}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="danger" isBusy={isBusy} onClick={onCancel}>
          {kind === "refund" ? `Cancel and refund ${amount}` : "Ask to cancel"}
        </Button>
        <Button size="sm" variant="secondary" disabled={isBusy} onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </div>
  );
}
