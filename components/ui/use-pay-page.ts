"use client";

import { useCallback, useRef, useState } from "react";
import { usePageRestored } from "@/components/ui/use-page-restored";

/**
 * Leads to a page of the payment service. `open` asks `find` for its address and goes there; a second call meanwhile
 * does nothing. `isBusy` is true until the other page opens. When `find` answers a failure, `failure` is its text. When
 * the person comes back with the browser's Back, the page is ready again and `onReturn` is called. `isUsed` is true from
 * the first call or return on: what the server said of a payment when it made the page may not hold any more.
 */
export function usePayPage(onReturn?: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isOpening = useRef(false);

  const open = useCallback(
    /** Answers the failure, or null when the page opens. */
    async <F extends { failure: string }>(find: () => Promise<{ url: string } | F>): Promise<F | null> => {
      if (isOpening.current) return null;
      isOpening.current = true;
      setIsBusy(true);
      setIsUsed(true);
      setFailure(undefined);
      const found = await find();
      if ("url" in found) {
        window.location.assign(found.url);
        return null;
      }
      isOpening.current = false;
      setIsBusy(false);
      setFailure(found.failure);
      return found;
    },
    [],
  );

  usePageRestored(() => {
    isOpening.current = false;
    setIsBusy(false);
    setIsUsed(true);
    onReturn?.();
  });

  return { isBusy, isUsed, failure, open };
}
