"use client";

import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { TextareaField } from "@/components/ui/textarea-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";

type OneCallProps = { path: string; body: object; done: string; children: string };

/** Shows a button that makes one call without anything to fill in; a refusal stands below it. */
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

/** Shows a button that asks the payment service about an order now. */
export function AskAgain({ orderId }: { orderId: string }) {
  return (
    <OneCall path={staffApiPaths.sync(orderId)} body={{}} done="The payment service was asked">
      Ask again
    </OneCall>
  );
}

/** Shows a button that sends once more a mail that was given up, or with null all of them. */
export function RetryMail({ mailId }: { mailId: number | null }) {
  const isAll = mailId === null;
  return (
    <OneCall
      path={staffApiPaths.retryMail}
      body={{ mail_id: mailId }}
      done={isAll ? "The mails are on their way" : "The mail is on its way"}
    >
      {isAll ? "Send all again" : "Send again"}
    </OneCall>
  );
}

/** Shows a button that has a delivery worked once more that was given up. */
export function RetryEvent({ eventId }: { eventId: string }) {
  return (
    <OneCall path={staffApiPaths.retryEvent} body={{ event_id: eventId }} done="It is worked within a minute">
      Work again
    </OneCall>
  );
}

type Settling = { button: string; title: string; label: string; confirm: string; done: string };

const SETTLE: Settling = {
  button: "Settle…",
  title: "What was done about it?",
  label: "What was done",
  confirm: "Settle",
  done: "Settled",
};
const ACCEPT: Settling = {
  button: "Accept amount…",
  title: "Take this amount for the order?",
  label: "Why it is accepted",
  confirm: "Accept amount",
  done: "The order is paid with this amount",
};

type SettleExceptionProps = { exceptionId: number; acceptsAmount?: boolean };

/**
 * Shows a button that closes a payment exception, after what was done about it is written down; with `acceptsAmount` the
 * order is paid with the amount that came.
 */
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
          hint="Kept with the entry and on the order's timeline."
          maxLength={2000}
          value={resolution}
          error={failure}
          onChange={(event) => setResolution(event.target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
