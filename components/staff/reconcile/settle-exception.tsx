"use client";
import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { controlled } from "@/components/ui/field";
import { TextareaField } from "@/components/ui/textarea-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";

const SETTLE = {
  button: "Resolve…",
  title: "How was it resolved?",
  label: "What you did",
  confirm: "Resolve",
  done: "Resolved",
};
const ACCEPT = {
  button: "Accept amount…",
  title: "Accept this amount for the order?",
  label: "Reason",
  confirm: "Accept amount",
  done: "Order marked paid with this amount",
};

type SettleExceptionProps = { exceptionId: number; acceptsAmount?: boolean };

/** Resolves a payment exception with a note. `acceptsAmount` marks the order as paid with the amount received. */
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
          hint="Saved in the order's history. Only staff can see this."
          maxLength={2000}
          {...controlled(resolution, setResolution)}
          error={failure}
        />
      </ConfirmDialog>
    </>
  );
}
