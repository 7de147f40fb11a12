"use client";

import { type ReactNode, useCallback, useRef, useState } from "react";
import { SuccessError } from "@/components/membership/success-error";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { Time } from "@/components/ui/time";
import { usePaymentPoll } from "@/components/ui/use-payment-poll";
import { WaitingPage } from "@/components/ui/waiting-page";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { cardCount } from "@/lib/base/words";
import { followSuccess, type Payer, type SuccessState } from "@/lib/membership/follow-success";
import type { Membership } from "@/lib/membership/membership";
import { isActiveMembership, membershipState, membershipStates } from "@/lib/membership/membership-state";

/** Waits on /success for the outcome of the payment and for the person's session, and shows only what is known. */
export function SuccessProgress({ sessionId, payer }: { sessionId: string; payer: Payer | null }) {
  const { state, isSignedIn, onContinue } = useSuccess(sessionId, payer);
  switch (state.name) {
    case "looking":
    case "processing":
      return (
        <WaitingPage
          title={state.name === "looking" ? "Looking for your account…" : "Setting up your membership…"}
        >
          <p role="status" className="text-text-muted">
            {state.name === "looking" && state.canContinue
              ? "We have not found your session yet. You can go on without it and log in later."
              : "This takes a few seconds. Please keep this page open."}
          </p>
          <ScriptNeeded>
            this page asks for your payment by it. Nothing is lost without: your membership starts by itself,
            and{" "}
            <a className="link" href={paths.profile}>
              your profile
            </a>{" "}
            shows it. Please do not pay again.
          </ScriptNeeded>
          {state.name === "looking" && state.canContinue ? (
            <Button onClick={onContinue}>Continue</Button>
          ) : null}
        </WaitingPage>
      );
    case "refused":
      return <SuccessError message={state.message} reference={sessionId} />;
    case "pending":
      return <PendingMembership reference={sessionId} />;
    default:
      return (
        <SuccessCard
          membership={state.name === "confirmed" ? state.membership : null}
          isProcessed={state.name === "processed"}
          reference={sessionId}
          isSignedIn={isSignedIn}
          now={Date.now()}
        />
      );
  }
}

/** Says that the checkout is complete and the money on its way: the membership has not started. */
function PendingMembership({ reference }: { reference: string }) {
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <OutcomeHeader tone="warning" title="Your payment is on its way">
        <p role="status" className="text-text-muted">
          Your bank is still transferring it. Your membership starts, and we write to you, as soon as it
          arrives.
        </p>
      </OutcomeHeader>
      <Card>
        <CardHeader title="Membership" aside={<Badge tone="warning">Payment on its way</Badge>} />
        <FactList facts={[["Reference ID", reference]]} />
      </Card>
      <div className="flex justify-center">
        <ButtonLink variant="secondary" href={paths.dashboard}>
          Go to Dashboard
        </ButtonLink>
      </div>
    </main>
  );
}

/** Returns the payment's outcome so far, whether its payer is signed in, and a way to stop looking. */
function useSuccess(sessionId: string, payer: Payer | null) {
  const [isSignedIn, setIsSignedIn] = useState(payer !== null);
  const first = useRef(payer);
  const skip = useRef<AbortController>(null);
  const follow = useCallback(
    (signal: AbortSignal, onState: (state: SuccessState) => void) => {
      skip.current = new AbortController();
      return followSuccess({
        sessionId,
        payer: first.current,
        signal,
        skip: skip.current.signal,
        onPayer: (found) => setIsSignedIn(found !== null),
        onState,
      });
    },
    [sessionId],
  );
  const state = usePaymentPoll<SuccessState>(
    payer ? { name: "processing" } : { name: "looking", canContinue: false },
    follow,
  );
  return { state, isSignedIn, onContinue: () => skip.current?.abort() };
}

type SuccessCardProps = {
  /** Null while its facts are not known. */
  membership: Membership | null;
  /** The payment was processed before: without `membership` it is a success all the same. */
  isProcessed?: boolean;
  /** The payment session's id, for our support. */
  reference: string;
  isSignedIn: boolean;
  /** Milliseconds since 1970. */
  now: number;
};

/** Shows a paid membership. Until its facts are known, it shows the smallest plan's as provisional. */
export function SuccessCard({ membership, isProcessed, reference, isSignedIn, now }: SuccessCardProps) {
  const { label, rateCents, monthlyLimit } = plans[membership?.plan_type ?? "starter"];
  const isActive = membership !== null && isActiveMembership(membership, now);
  const state = stateOf(membership, now, isProcessed);
  const facts: [string, ReactNode][] = [
    ["Plan", label],
    ["Rate per card", formatCents(rateCents)],
    ["Monthly limit", cardCount(monthlyLimit ?? 0)],
    [
      "Start date",
      <Time key="start" show="local-long-date" at={membership?.created_at ?? new Date(now).toISOString()} />,
    ],
    [
      membership?.cancel_at_period_end ? "Ends on" : "Renewal date",
      membership ? (
        <Time key="end" show="local-long-date" at={membership.current_period_end} />
      ) : (
        "Being confirmed"
      ),
    ],
  ];
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <OutcomeHeader
        tone={state.tone === "success" ? "success" : "warning"}
        title={isActive ? `Welcome to ${label}` : membership ? "Your membership" : "Thank you"}
      >
        {isActive ? (
          <p className="text-text-muted">
            Your membership has started. Your member rate applies from now on.
          </p>
        ) : null}
      </OutcomeHeader>
      {membership ? null : (
        <Alert
          tone={isProcessed ? "info" : "warning"}
          title={isProcessed ? "This payment was already processed" : "We are still confirming this payment"}
          isLive
        >
          This page updates by itself. Plan and dates are provisional until then, and nothing is charged
          twice.
          <span className="mt-1 block text-xs wrap-anywhere text-text-muted">
            Reference ID: <code>{reference}</code>
          </span>
        </Alert>
      )}
      <Card>
        <CardHeader title="Membership" aside={<Badge tone={state.tone}>{state.label}</Badge>} />
        <FactList facts={facts} />
      </Card>
      <Card>
        <CardHeader title="Next steps" />
        <ol className="list-decimal space-y-2 pl-5 text-text-muted marker:font-medium">
          <li>Submit your cards: enter how many, and pay {formatCents(rateCents)} for each.</li>
          <li>Ship them in one box. Address and batch ID are on the confirmation.</li>
          <li>Follow the batch on your dashboard. Your profile has your billing and invoices.</li>
        </ol>
      </Card>
      <div className="flex flex-wrap justify-center gap-3">
        {isSignedIn ? (
          <>
            <ButtonLink href={paths.submit}>Submit Cards</ButtonLink>
            <ButtonLink variant="secondary" href={paths.dashboard}>
              Go to Dashboard
            </ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink href={withQuery(paths.login, { next: paths.submit })}>Log in</ButtonLink>
            <ButtonLink variant="secondary" href={paths.pricing}>
              View plans
            </ButtonLink>
          </>
        )}
      </div>
    </main>
  );
}

/** Answers the badge of the membership: its state, or what is known of one that could not be read. */
function stateOf(membership: Membership | null, now: number, isProcessed: boolean | undefined) {
  if (membership) return membershipStates[membershipState(membership, now)];
  if (isProcessed) return membershipStates.active;
  return { label: "Active (being confirmed)", tone: "warning" } as const;
}
