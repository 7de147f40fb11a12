"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";

type InboundFormProps = {
  isBusy: boolean;
  send: () => Promise<void>;
  onCancel: () => void;
  /** The fields. */
  children: ReactNode;
};

/** Shows the fields of what is said of a package's way to us, above Save and Cancel; once one was changed a drawer asks before it closes. */
export function InboundForm({ isBusy, send, onCancel, children }: InboundFormProps) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  return (
    <form
      className="space-y-4"
      noValidate
      data-unsaved={isUnsaved ? "" : undefined}
      onChange={() => setIsUnsaved(true)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="sm" isBusy={isBusy} busyText="Saving…">
          Save
        </SubmitButton>
        <Button size="sm" variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
