"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Failure } from "@/components/ui/failure";
import { controlled } from "@/components/ui/field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { staffApiPaths } from "@/lib/base/staff-api-paths";

export function ReleaseAddress({ order, until }: { order: { id: string; version: number }; until: string }) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();
  const [reason, setReason] = useState("");
  const isDisputed = until === "infinity";

  async function release() {
    const body = { version: order.version, reason };
    const answer = await post(staffApiPaths.releaseAddress(order.id), body, {
      done: "Released for packing",
    });
    if (!answer.ok && answer.status === 409) router.refresh();
  }

  return (
    <Alert
      tone={isDisputed ? "danger" : "warning"}
      title={
        isDisputed
          ? "The customer says they didn't change this return address. Don't pack the cards."
          : "The return address changed after check-in"
      }
      action={
        <form className="space-y-3" onSubmit={submitting(release)}>
          <TextField label="Why is this address right?" maxLength={500} {...controlled(reason, setReason)} />
          <Failure>{failure}</Failure>
          <SubmitButton size="sm" isBusy={isBusy} busyText="Saving…" disabled={reason.trim() === ""}>
            Release for packing
          </SubmitButton>
        </form>
      }
    >
      {isDisputed ? (
        "Talk to the customer first."
      ) : (
        <>
          You can pack the cards after <Time at={until} show="local" />, or once you release the hold.
        </>
      )}
    </Alert>
  );
}
