"use client";

import { useCallback, useRef, useState } from "react";
import { SuccessCard } from "@/components/membership/success-card";
import { SuccessError } from "@/components/membership/success-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { FactList } from "@/components/ui/fact-list";
import { OutcomeHeader } from "@/components/ui/outcome-header";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { usePaymentPoll } from "@/components/ui/use-payment-poll";
import { WaitingPage } from "@/components/ui/waiting-page";
import { paths } from "@/lib/base/paths";
import { followSuccess, type Payer, type SuccessState } from "@/lib/membership/follow-success";

/**
 * Shows /success after the payment page: it waits for the truth about the payment and shows only what is known. It
 * looks for the person's session first; after two look-ups without one it offers to go on.
 */
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

/**
 * Answers what became of a membership's payment by now, whether its payer is signed in, and a function that ends the
 * search for the payer's session.
 */
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
