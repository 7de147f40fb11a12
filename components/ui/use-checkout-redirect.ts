import { useRef, useState } from "react";
import { usePageRestored } from "@/components/ui/use-page-restored";

/**
 * Redirects to a payment session, ignoring repeated calls. `isBusy` lasts until the page opens. The Back button
 * resets it and calls `onReturn`. `isUsed` means that the payment state rendered by the server may be stale.
 */
export function useCheckoutRedirect(onReturn?: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isOpening = useRef(false);

  /** Returns the failure, or null if the page opens or a call is in progress. */
  async function open<F extends { failure: string }>(
    find: () => Promise<{ url: string } | F>,
  ): Promise<F | null> {
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
  }

  usePageRestored(() => {
    isOpening.current = false;
    setIsBusy(false);
    setIsUsed(true);
    onReturn?.();
  });

  return { isBusy, isUsed, failure, open };
}
