"use client";

import { useEffect, useRef, useState } from "react";
import { followSuccess, type Payer, type SuccessState } from "@/lib/membership/follow-success";

/** What became of a membership's payment, as far as it is known by now. */
export function useSuccess(sessionId: string, payer: Payer | null) {
  const [state, setState] = useState<SuccessState>(
    payer ? { name: "processing" } : { name: "looking", canContinue: false },
  );
  const [isSignedIn, setIsSignedIn] = useState(payer !== null);
  const first = useRef(payer);
  const skip = useRef<AbortController>(null);

  useEffect(() => {
    const stop = new AbortController();
    skip.current = new AbortController();
    void followSuccess({
      sessionId,
      payer: first.current,
      signal: stop.signal,
      skip: skip.current.signal,
      onPayer: (found) => setIsSignedIn(found !== null),
      onState: setState,
    });
    return () => stop.abort();
  }, [sessionId]);

  return { state, isSignedIn, onContinue: () => skip.current?.abort() };
}
