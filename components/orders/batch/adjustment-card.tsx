import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { MessageForm } from "@/components/orders/batch/message-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-link";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { useCheckoutRedirect } from "@/components/ui/use-checkout-redirect";
import { useNextFocus, useOutcomeFocus } from "@/components/ui/use-next-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { formatCents } from "@/lib/base/money";
import { payFailure, postJson } from "@/lib/http/post-json";
import {
  adjustmentTitle,
  amountText,
  areMissingCardsAwaited,
  isDecidable,
  questionText,
  silenceText,
  standingText,
} from "@/lib/orders/adjustment";
import { MAX_DISPUTE_LENGTH } from "@/lib/orders/form-messages";
import { MISSING_CARDS_LABEL_TEXT, missingCardsLabelPath } from "@/lib/orders/print/print";
import type { Adjustment } from "@/lib/orders/schema";

type AdjustmentCardProps = {
  adjustment: Adjustment;
  /** Token of the tracking page that renders this card. Null on the dashboard. */
  token: string | null;
  isBack: boolean;
  readAt: number;
};

const proofOf = (token: string | null) => (token ? { token } : {});

export function AdjustmentCard({ adjustment, token, isBack, readAt }: AdjustmentCardProps) {
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isDisputing, setIsDisputing] = useState(false);
  const { id, kind, status } = adjustment;
  const mayHavePaid = isBack && status !== "paid" && status !== "refunded";

  const { isBusy: isPaying, open } = useCheckoutRedirect();
  const [card, focusNext] = useNextFocus();
  const noteAnswer = useOutcomeFocus(adjustment, `[data-adjustment="${id}"]`);

  useEffect(() => {
    if (!mayHavePaid) return;
    let isGone = false;
    postJson<{ status: string }>(apiPaths.adjustmentConfirm(id), proofOf(token)).then((answer) => {
      if (!isGone && answer.ok && answer.data.status !== "open") router.refresh();
    });
    return () => {
      isGone = true;
    };
  }, [id, token, mayHavePaid, router]);

  async function decide(option: string, words?: string) {
    setBusy(option);
    setError(null);
    const body = { option, ...(words ? { words } : {}), ...proofOf(token) };
    const answer = await postJson(apiPaths.adjustmentDecide(id), body);
    setBusy(null);
    if (!answer.ok) return setError(answer.error);
    noteAnswer();
    setIsDisputing(false);
    router.refresh();
  }

  async function pay() {
    setError(null);
    const body = { amount_cents: adjustment.amount_cents, ...proofOf(token) };
    const failed = await open(async () => {
      const answer = await postJson<{ url: string }>(apiPaths.adjustmentPay(id), body);
      return answer.ok ? answer.data : { failure: payFailure(answer), answer };
    });
    if (!failed) return;
    const { code, status: refused } = failed.answer;
    setError(failed.failure);
    // The amount or the status has changed. A withdrawn question stays visible with an explanation.
    if (refused === 409 && code !== "adjustment_withdrawn") router.refresh();
  }

  const isPromised = areMissingCardsAwaited(adjustment, readAt);
  return (
    <section ref={card} tabIndex={-1} data-adjustment={id} className="outline-none">
      {isDecidable(adjustment, readAt) ? (
        <Alert
          tone="warning"
          title={adjustmentTitle(adjustment)}
          action={
            isDisputing ? (
              <MessageForm
                hint="You won't be charged. We'll email you about next steps."
                maxLength={MAX_DISPUTE_LENGTH}
                isBusy={busy === "dispute"}
                onSend={(words) => decide("dispute", words)}
                onCancel={() => {
                  focusNext("[data-dispute]");
                  setIsDisputing(false);
                }}
              />
            ) : (
              <div className="space-y-2">
                <div className="flex flex-wrap gap-2">
                  {kind === "short" ? (
                    <>
                      {isPromised ? (
                        <a
                          className={buttonStyle({ size: "sm" })}
                          href={missingCardsLabelPath(adjustment.order_id, token)}
                        >
                          {MISSING_CARDS_LABEL_TEXT}
                        </a>
                      ) : (
                        <Button size="sm" isBusy={busy === "send_rest"} onClick={() => decide("send_rest")}>
                          I'll send the rest
                        </Button>
                      )}
                      <Button
                        size="sm"
                        variant="secondary"
                        isBusy={busy === "refund"}
                        onClick={() => {
                          const amount = formatCents(Math.abs(adjustment.amount_cents));
                          if (window.confirm(`Refund ${amount} for the missing cards? You can't undo this.`))
                            decide("refund");
                        }}
                      >
                        Refund the difference
                      </Button>
                    </>
                  ) : (
                    <Button size="sm" isBusy={isPaying} onClick={pay}>
                      {kind === "extra"
                        ? `Pay ${formatCents(adjustment.amount_cents)} for extra cards`
                        : `Accept and pay ${formatCents(adjustment.amount_cents)}`}
                    </Button>
                  )}
                  {kind === "extra" ? (
                    <Button
                      size="sm"
                      variant="secondary"
                      isBusy={busy === "return"}
                      onClick={() => decide("return")}
                    >
                      Return them ungraded
                    </Button>
                  ) : null}
                  {kind === "upcharge" ? (
                    <Button
                      size="sm"
                      variant="secondary"
                      data-dispute=""
                      onClick={() => {
                        focusNext("textarea");
                        setIsDisputing(true);
                      }}
                    >
                      Dispute upcharge
                    </Button>
                  ) : null}
                </div>
                {kind === "short" ? null : <AgreedTerms act="paying" />}
              </div>
            )
          }
        >
          <p className="tabular-nums">{amountText(adjustment)}</p>
          {adjustment.reason ? <p className="wrap-anywhere">{adjustment.reason}</p> : null}
          <p>
            {questionText(adjustment, readAt)} by <Time at={adjustment.deadline_at} show="local" />
            {isPromised ? " and mark the package “2 of 2”." : `. ${silenceText(kind)}`}
          </p>
          <Failure>{error}</Failure>
        </Alert>
      ) : (
        <Standing adjustment={adjustment} />
      )}
    </section>
  );
}

function Standing({ adjustment }: { adjustment: Adjustment }) {
  const { status, is_pending: isPending } = adjustment;
  const isDone = status === "paid" || status === "refunded";
  return (
    <Alert tone={isDone ? "success" : "info"} title={standingText(adjustment)}>
      <p className="tabular-nums">{amountText(adjustment)}</p>
      {isPending ? <p>Payment pending. We'll email you when it arrives.</p> : null}
    </Alert>
  );
}
