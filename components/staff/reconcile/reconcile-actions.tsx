"use client";

import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { TextareaField } from "@/components/ui/textarea-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";

type OneCallProps = { path: string; body: object; done: string; children: string };

/** Shows a button that makes one call, with a refusal below it. */
function OneCall({ path, body, done, children }: OneCallProps) {
  const { post, isBusy, failure } = usePost();
  return (
    <div>
      <Button size="sm" variant="secondary" isBusy={isBusy} onClick={() => post(path, body, { done })}>
        {children}
      </Button>
      <Failure className="mt-1">{failure}</Failure>
    </div>
  );
}

/** Shows a button that checks an order in Stripe now. */
export function AskAgain({ orderId }: { orderId: string }) {
  return (
    <OneCall path={staffApiPaths.sync(orderId)} body={{}} done="Stripe checked">
      Check Stripe
    </OneCall>
  );
}

/** Shows a button that resends a failed email, or all of them with null. */
export function RetryMail({ mailId }: { mailId: number | null }) {
  const isAll = mailId === null;
  return (
    <OneCall
      path={staffApiPaths.retryMail}
      body={{ mail_id: mailId }}
      done={isAll ? "Emails queued" : "Email queued"}
    >
      {isAll ? "Resend all emails" : "Resend email"}
    </OneCall>
  );
}

/** Shows a button that retries a Stripe event that failed. */
export function RetryEvent({ eventId }: { eventId: string }) {
  return (
    <OneCall path={staffApiPaths.retryEvent} body={{ event_id: eventId }} done="Retrying within a minute">
      Retry event
    </OneCall>
  );
}

type Settling = { button: string; title: string; label: string; confirm: string; done: string };

const SETTLE: Settling = {
  button: "Resolve…",
  title: "How was it resolved?",
  label: "What you did",
  confirm: "Resolve",
  done: "Resolved",
};
const ACCEPT: Settling = {
  button: "Accept amount…",
  title: "Accept this amount for the order?",
  label: "Reason",
  confirm: "Accept amount",
  done: "Order marked paid with this amount",
};

type SettleExceptionProps = { exceptionId: number; acceptsAmount?: boolean };

/** Shows a button that resolves a payment exception with a note. With `acceptsAmount`, the order is marked paid with the received amount. */
export function SettleException({ exceptionId, acceptsAmount = false }: SettleExceptionProps) {
  const words = acceptsAmount ? ACCEPT : SETTLE;
  const { post, isBusy, failure } = usePost();
  const [isOpen, setIsOpen] = useState(false);
  const [resolution, setResolution] = useState("");

  async function settle() {
    const body = { exception_id: exceptionId, resolution, accepts_amount: acceptsAmount };
    const { ok } = await post(staffApiPaths.resolveException, body, { done: words.done });
    if (ok) setIsOpen(false);
  }

  return (
    <>
      <Button size="sm" variant={acceptsAmount ? "primary" : "secondary"} onClick={() => setIsOpen(true)}>
        {words.button}
      </Button>
      <ConfirmDialog
        title={words.title}
        isOpen={isOpen}
        onCancel={() => setIsOpen(false)}
        confirm={{ isBusy, disabled: !resolution.trim(), onClick: settle, children: words.confirm }}
      >
        <TextareaField
          label={words.label}
          hint="Saved on the order's timeline, for staff only."
          maxLength={2000}
          value={resolution}
          error={failure}
          onChange={(event) => setResolution(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
