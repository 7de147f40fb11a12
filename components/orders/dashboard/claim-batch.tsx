"use client";

import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useRemembered } from "@/components/ui/use-remembered";
import { goTo } from "@/lib/auth/sign-in/signed-in";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { postJson } from "@/lib/http/post-json";
import type { ClaimOffer } from "@/lib/orders/claims/claim-offer";

/** Offers to add a batch that was paid for without an account to the account that is logged in. */
export function ClaimBatch({ orderId, batchId, cards, email, link }: ClaimOffer) {
  const [isBusy, setIsBusy] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isHidden, setIsHidden] = useRemembered(`claim-hidden-${orderId}`, false);
  if (isHidden && !link) return null;
  if (isSent) {
    return (
      <Alert tone="info" isLive title={`Check ${email} for our email`}>
        Open its link to add {batchId} to this account. Wrong address?{" "}
        <a className="link" href={`mailto:${site.contactEmail}`}>
          Contact support
        </a>
      </Alert>
    );
  }

  async function add() {
    setIsBusy(true);
    setError(null);
    const answer = await postJson<{ batchId?: string }>(
      apiPaths.claim,
      link ? { action: "redeem", link } : { action: "request", order_id: orderId },
    );
    setIsBusy(false);
    if (!answer.ok) return setError(answer.error);
    if (link) goTo(paths.batch(answer.data.batchId ?? batchId), 0);
    else setIsSent(true);
  }

  return (
    <Alert
      tone="info"
      title={`Add ${batchId} (${cards}) to this account?`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant={link ? "primary" : "secondary"} isBusy={isBusy} onClick={add}>
            {link ? "Add batch" : "Email the link"}
          </Button>
          {link ? null : (
            <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => setIsHidden(true)}>
              Not mine
            </Button>
          )}
        </div>
      }
    >
      {link
        ? `We'll send emails about it to your account's address.`
        : `It was paid for in this browser by ${email}. We'll email that address a link to confirm it's you.`}
      <Failure>{error}</Failure>
    </Alert>
  );
}
