import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useNextFocus } from "@/components/ui/use-next-focus";
import { useRemembered } from "@/components/ui/use-remembered";
import { goTo } from "@/lib/auth/sign-in/after-sign-in";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";
import { postJson } from "@/lib/http/post-json";
import type { ClaimOffer } from "@/lib/orders/claim-offer";

/** Offers to add a batch that was paid for without an account to the account that is logged in. */
export function ClaimBatch({ offer, userId }: { offer: ClaimOffer; userId: string }) {
  const { orderId, batchId, cards, email, link, isOwn } = offer;
  const isAddable = link !== null || isOwn;
  const [state, setState] = useState<"asking" | "busy" | "sent">("asking");
  const [error, setError] = useState<string | null>(null);
  const [isHidden, setIsHidden] = useRemembered(`claim-hidden-${orderId}-${userId}`, false);
  const [panel, focusNext] = useNextFocus();
  if (isHidden && !isAddable) return null;

  async function add() {
    setState("busy");
    setError(null);
    const answer = await (link
      ? postJson(apiPaths.claim, { action: "redeem", link })
      : isOwn
        ? postJson(apiPaths.linkGuestOrders, {})
        : postJson(apiPaths.claim, { action: "request", order_id: orderId }));
    if (!answer.ok) {
      setError(answer.error);
      setState("asking");
    } else if (isAddable) goTo(paths.batch(batchId), 0);
    else {
      focusNext("[data-sent]");
      setState("sent");
    }
  }

  return (
    <section ref={panel} aria-label={`${batchId}, paid for without an account`}>
      {state === "sent" ? (
        <Alert
          tone="info"
          title={
            <span tabIndex={-1} data-sent="">
              We emailed a link to {email}
            </span>
          }
        >
          Open it to add {batchId} to this account. Wrong address?{" "}
          <a className="link" href={`mailto:${site.contactEmail}`}>
            Contact support
          </a>
        </Alert>
      ) : (
        <Alert
          tone="info"
          title={`Add ${batchId} (${cards}) to this account?`}
          action={
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                variant={isAddable ? "primary" : "secondary"}
                isBusy={state === "busy"}
                onClick={add}
              >
                {isAddable ? "Add batch" : "Email the link"}
              </Button>
              {isAddable ? null : (
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={state === "busy"}
                  onClick={() => setIsHidden(true)}
                >
                  Hide
                </Button>
              )}
            </div>
          }
        >
          {isAddable
            ? "We'll send updates to your account email."
            : `It was paid for in this browser with the email ${email}. We'll send that address a link to confirm it's you.`}
          <Failure>{error}</Failure>
        </Alert>
      )}
    </section>
  );
}
