"use client";

import { type ComponentProps, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/base/paths";
import { postJson } from "@/lib/http/post-json";

type PortalButtonProps = Pick<ComponentProps<typeof Button>, "variant" | "children"> & {
  /** What the portal opens at; without one, at its overview. */
  flow?: "update" | "cancel";
};

/** Leads to the payment service's portal: card, invoices, change of plan, cancellation. */
export function PortalButton({ flow, ...look }: PortalButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    // Back from the portal out of the browser's memory: the button works again.
    const revive = (event: PageTransitionEvent) => event.persisted && setIsBusy(false);
    window.addEventListener("pageshow", revive);
    return () => window.removeEventListener("pageshow", revive);
  }, []);

  async function open() {
    setIsBusy(true);
    setFailure(undefined);
    const answer = await postJson<{ url: string }>(paths.api.createPortalSession, { flow });
    if (answer.ok) {
      window.location.assign(answer.data.url);
      return;
    }
    setFailure(answer.error);
    setIsBusy(false);
  }

  return (
    <div>
      <Button {...look} isBusy={isBusy} onClick={open} />
      {failure ? (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failure}
        </p>
      ) : null}
    </div>
  );
}
