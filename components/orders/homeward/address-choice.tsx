"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { useAnsweredFocus } from "@/components/ui/use-answered-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { site } from "@/lib/base/site";
import { postJson } from "@/lib/http/post-json";
import { parcelLines } from "@/lib/orders/address-lines";
import type { AddressChoice as Choice } from "@/lib/orders/address-question";
import type { ReturnAddress } from "@/lib/orders/order";
import type { AddressQuestion } from "@/lib/orders/schema";

/** Asks the owner of graded cards which of two addresses counts, or says which one does. What is refused says why. */
export function AddressChoice({ orderId, question }: { orderId: string; question: AddressQuestion }) {
  const router = useRouter();
  const [busy, setBusy] = useState<Choice | null>(null);
  const [error, setError] = useState<string | null>(null);
  const noteAnswer = useAnsweredFocus(question, "[data-homeward]");
  const { id, is_open: isOpen, choice, until } = question;

  async function decide(picked: Choice) {
    setBusy(picked);
    setError(null);
    const answer = await postJson(apiPaths.returnAddress(orderId), { question: id, choice: picked });
    setBusy(null);
    if (!answer.ok) return setError(answer.error);
    noteAnswer();
    router.refresh();
  }

  if (!isOpen) {
    return (
      <Alert tone="info" title="They go to">
        <div className="space-y-3">
          <AddressBlock address={choice === "profile" ? question.of_profile : question.of_order} />
          <p>
            <Decided question={question} />
          </p>
          <p>
            Is that wrong? Write to us before your cards leave:{" "}
            <a className="link" href={`mailto:${site.contactEmail}`}>
              {site.contactEmail}
            </a>
          </p>
        </div>
      </Alert>
    );
  }
  return (
    <Alert tone="warning" title="Your profile has another address than this batch">
      <div className="space-y-3">
        <p>
          Which one counts? The cards wait for your answer until <Time at={until} show="date-time" />. Without
          one they go to the address of this batch.
        </p>
        <AddressBlock name="Address of this batch" address={question.of_order}>
          <Button size="sm" isBusy={busy === "order"} onClick={() => decide("order")}>
            Send to the address of this batch
          </Button>
        </AddressBlock>
        <AddressBlock name="New address of your profile" address={question.of_profile}>
          <Button size="sm" variant="secondary" isBusy={busy === "profile"} onClick={() => decide("profile")}>
            Send to the new address
          </Button>
        </AddressBlock>
        <Failure>{error}</Failure>
      </div>
    </Alert>
  );
}

/** Says who decided which address counts, and when; or that nobody did. */
function Decided({ question: { choice, is_by_staff: isByStaff, decided_at: at, until } }: DecidedProps) {
  if (choice === null)
    return (
      <>
        You did not answer by <Time at={until} show="date-time" />, so the address of this batch counts. The
        new address of your profile does not count for it.
      </>
    );
  const which = choice === "profile" ? "the new address of your profile" : "the address of this batch";
  return (
    <>
      {isByStaff ? `Our team noted ${which} for you` : `You chose ${which}`} on{" "}
      <Time at={at ?? until} show="local-long-date" />.
    </>
  );
}

type DecidedProps = { question: AddressQuestion };
type AddressBlockProps = { name?: string; address: ReturnAddress; children?: React.ReactNode };

function AddressBlock({ name, address, children }: AddressBlockProps) {
  return (
    <div className="space-y-2">
      {name ? <p className="font-medium">{name}</p> : null}
      <p className="wrap-anywhere whitespace-pre-line">{parcelLines(address).join("\n")}</p>
      {children}
    </div>
  );
}
