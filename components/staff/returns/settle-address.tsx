"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { AddressChoice } from "@/lib/orders/address-question";

type SettleAddressProps = { order: { id: string; version: number }; question: string };

/** Takes which address counts as the owner told staff, with how they know it. */
export function SettleAddress({ order, question }: SettleAddressProps) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();
  const [reason, setReason] = useState("");
  const isEmpty = reason.trim() === "";

  async function settle(choice: AddressChoice) {
    const body = { version: order.version, question, choice, reason };
    const done = "It is settled where the cards go";
    const answer = await post(staffApiPaths.settleAddress(order.id), body, { done });
    // How the order stands now is shown; what was typed stays.
    if (!answer.ok && answer.status === 409) router.refresh();
  }

  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void settle("order");
      }}
    >
      <TextField
        label="How do you know where to?"
        hint="As: the owner called. Kept on the order's timeline, for staff only."
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Failure>{failure}</Failure>
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="sm" isBusy={isBusy} busyText="Saving…" disabled={isEmpty}>
          The order's address
        </SubmitButton>
        <Button size="sm" variant="secondary" disabled={isBusy || isEmpty} onClick={() => settle("profile")}>
          The profile's address
        </Button>
      </div>
    </form>
  );
}
