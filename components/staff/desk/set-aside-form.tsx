"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import type { DeskEvent } from "@/lib/staff/desk/desk-events";
import type { Desk } from "@/lib/staff/desk/desk-state";

type SetAsideFormProps = {
  step: Extract<Desk["step"], { at: "stopped" }>;
  send: (event: DeskEvent) => void;
};

/** Sets aside a package that is not to be opened: Enter is enough. Staff may count it all the same. */
export function SetAsideForm({ step, send }: SetAsideFormProps) {
  const { order, isBusy } = step;
  const [note, setNote] = useState("");
  const [shelf, setShelf] = useState(order.shelf_location ?? "");
  const field = useRef<HTMLInputElement>(null);
  const isAside = order.set_aside !== null;

  // At once, as what is typed next is the note; and what the desk shouts above it stays on the screen.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);

  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: "aside", note, shelf });
      }}
    >
      {isAside ? null : (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            ref={field}
            label="Note"
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            isOptional
          />
          <TextField
            label="Shelf"
            maxLength={100}
            value={shelf}
            onChange={(event) => setShelf(event.target.value)}
            isOptional
          />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {isAside ? null : (
          <SubmitButton isBusy={isBusy} busyText="Saving…">
            Set aside
          </SubmitButton>
        )}
        {step.reason === "cancel_asked" ? null : (
          <Button variant="secondary" isBusy={isBusy} onClick={() => send({ type: "count_anyway" })}>
            Count anyway
          </Button>
        )}
      </div>
    </form>
  );
}
