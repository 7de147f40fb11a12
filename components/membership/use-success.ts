"use client";

import { useCallback, useRef, useState } from "react";
import { usePaymentPoll } from "@/components/ui/use-payment-poll";
import { followSuccess, type Payer, type SuccessState } from "@/lib/membership/follow-success";

/** What became of a membership's payment, as far as it is known by now. */
export function useSuccess(sessionId: string, payer: Payer | null) {
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
