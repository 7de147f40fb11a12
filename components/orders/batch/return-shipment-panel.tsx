import { useRouter } from "next/navigation";
import { useState } from "react";
import { MessageForm } from "@/components/orders/batch/message-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useOutcomeFocus } from "@/components/ui/use-next-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { site } from "@/lib/base/site";
import { postJson } from "@/lib/http/post-json";
import { MAX_PROBLEM_LENGTH, MIN_PROBLEM_LENGTH, problemTooShort } from "@/lib/orders/form-messages";
import type { ReturnShipmentFacts } from "@/lib/orders/schema";

const tooShort = (words: string) => (words.trim().length < MIN_PROBLEM_LENGTH ? problemTooShort : undefined);

export function ReturnShipmentPanel({ facts, token }: { facts: ReturnShipmentFacts; token: string | null }) {
  const router = useRouter();
  const [busy, setBusy] = useState<"arrived" | "problem" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const noteAnswer = useOutcomeFocus(facts, "[data-return-shipment]");
  const [isWriting, setIsWriting] = useState(false);
  const { order_id: id, can_arrive: canArrive, can_write: canWrite, problem_since: since } = facts;

  async function send(what: "arrived" | "problem", body: object): Promise<void> {
    setBusy(what);
    setError(null);
    const answer = await postJson(apiPaths[what](id), { ...body, ...(token ? { token } : {}) });
    setBusy(null);
    if (!answer.ok) return setError(answer.error);
    noteAnswer();
    setIsWriting(false);
    router.refresh();
  }

  return (
    <Alert
      tone="info"
      title={since ? "Thanks. We'll reply by email." : canArrive ? "Did your cards arrive?" : undefined}
      action={
        <div className="space-y-3">
          <div className="flex flex-wrap gap-2">
            {canArrive ? (
              <Button size="sm" isBusy={busy === "arrived"} onClick={() => send("arrived", {})}>
                Arrived safely
              </Button>
            ) : null}
            {canWrite ? (
              <Button
                size="sm"
                variant="secondary"
                aria-expanded={isWriting}
                onClick={() => setIsWriting(!isWriting)}
              >
                {since ? "Add a message" : "Report a problem"}
              </Button>
            ) : null}
          </div>
          {isWriting && canWrite ? (
            <MessageForm
              hint={`Have photos? Email them to ${site.contactEmail} with the batch ID.`}
              maxLength={MAX_PROBLEM_LENGTH}
              problemOf={tooShort}
              isBusy={busy === "problem"}
              onSend={(words) => send("problem", { words })}
            />
          ) : null}
          <Failure>{error}</Failure>
        </div>
      }
    >
      {!since && !canArrive ? <p>Something wrong? Tell us within 30 days of delivery.</p> : null}
    </Alert>
  );
}
