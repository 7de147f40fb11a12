"use client";
import { useCallback, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { MessagePage } from "@/components/ui/message-page";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { Time } from "@/components/ui/time";
import { usePaymentPoll } from "@/components/ui/use-payment-poll";
import { WaitingPage } from "@/components/ui/waiting-page";
import { cardCount } from "@/lib/base/messages";
import { formatCents } from "@/lib/base/money";
import { paths, withQuery } from "@/lib/base/paths";
import { plans } from "@/lib/base/plans";
import { sharedMessages } from "@/lib/base/shared-messages";
import { followSuccess, type Payer, type SuccessState } from "@/lib/membership/follow-success";
import { isActiveMembership, membershipState, membershipStates } from "@/lib/membership/membership-state";
import type { Membership } from "@/lib/membership/stored-membership";

/** Waits on /success for the payment's outcome and the person's session, and shows only what is confirmed. */
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
              ? "We can't find your account yet. Continue now and log in later."
              : "This takes a few seconds. Please keep this page open."}
          </p>
          <ScriptNeeded>
            This page needs it. Your membership will still start. Find it on{" "}
            <a className="link" href={paths.profile}>
              your profile
            </a>
            . Please don&apos;t pay again.
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

/** Shows that checkout is complete but the money hasn't arrived, so the membership hasn't started. */
function PendingMembership({ reference }: { reference: string }) {
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <OutcomeHeader tone="warning" title="Your payment is on its way">
        <p role="status" className="text-text-muted">
          Your membership starts when it arrives. We&apos;ll email you then.
        </p>
        <Reference id={reference} />
      </OutcomeHeader>
      <div className="flex justify-center">
        <ButtonLink variant="secondary" href={paths.dashboard}>
          Go to Dashboard
        </ButtonLink>
      </div>
    </main>
  );
}

/** Returns the payment's outcome so far, whether its payer is signed in, and a function that stops polling. */
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

function Reference({ id }: { id: string }) {
  return (
    <p className="text-xs wrap-anywhere text-text-muted">
      Reference ID: <code>{id}</code>
    </p>
  );
}

type SuccessCardProps = {
  /** Null while its facts are unknown. */
  membership: Membership | null;
  /** The payment was already processed, which is a success even without `membership`. */
  isProcessed?: boolean;
  reference: string;
  isSignedIn: boolean;
  now: number;
};

/** Shows a paid membership, next action first. Unknown facts are shown as the smallest plan's, marked as provisional. */
export function SuccessCard({ membership, isProcessed, reference, isSignedIn, now }: SuccessCardProps) {
  const { label, rateCents, monthlyLimit } = plans[membership?.plan_type ?? "starter"];
  const isActive = membership !== null && isActiveMembership(membership, now);
  const state = stateOf(membership, now, isProcessed);
  const facts: [string, React.ReactNode][] = [
    ["Plan", label],
    ["Monthly limit", cardCount(monthlyLimit ?? 0)],
    [
      "Start date",
      <Time key="start" show="local-date" at={membership?.created_at ?? new Date(now).toISOString()} />,
    ],
    [
      membership?.cancel_at_period_end ? "Ends on" : "Renewal date",
      membership ? <Time key="end" show="local-date" at={membership.current_period_end} /> : "Pending",
    ],
  ];
  return (
    <main id="main" className="container-page max-w-2xl space-y-6 py-12">
      <OutcomeHeader
        tone={state.tone === "success" ? "success" : "warning"}
        title={isActive ? `Welcome to ${label}` : membership ? "Your membership" : "Thank you"}
      />
      {membership ? null : (
        <Alert
          tone={isProcessed ? "info" : "warning"}
          title={isProcessed ? "This payment was already processed" : "We're still confirming this payment"}
          isLive
        >
          This page updates on its own. You won&apos;t be charged twice.
          <Reference id={reference} />
        </Alert>
      )}
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
      <Card>
        <CardHeader title="Next steps" />
        <ol className="list-decimal space-y-2 pl-5 text-text-muted marker:font-medium">
          <li>Enter your card count and pay {formatCents(rateCents)} per card.</li>
          <li>Ship your cards in one box.</li>
          <li>Follow your batch on your dashboard.</li>
        </ol>
      </Card>
      <Card>
        <CardHeader title="Membership" aside={<Badge tone={state.tone}>{state.label}</Badge>} />
        <FactList facts={facts} />
      </Card>
    </main>
  );
}

function stateOf(membership: Membership | null, now: number, isProcessed: boolean | undefined) {
  if (membership) return membershipStates[membershipState(membership, now)];
  if (isProcessed) return membershipStates.active;
  return { label: "Active (being confirmed)", tone: "warning" } as const;
}

type SuccessErrorProps = { message?: string; reference?: string | undefined };

export function SuccessError({ message = sharedMessages.paymentNotFound, reference }: SuccessErrorProps) {
  return (
    <MessagePage
      tone="danger"
      role="alert"
      title="Your membership hasn't started"
      text={message}
      reference={reference}
      support={reference ? `Membership payment ${reference}` : "Membership payment"}
      actions={
        <>
          <ButtonLink href={reference ? withQuery(paths.success, { session_id: reference }) : paths.pricing}>
            Try Again
          </ButtonLink>
          <ButtonLink variant="secondary" href={paths.dashboard}>
            Go to Dashboard
          </ButtonLink>
        </>
      }
    />
  );
}
