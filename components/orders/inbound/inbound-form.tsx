import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";

type InboundFormProps = {
  isBusy: boolean;
  send: () => Promise<void>;
  onCancel: () => void;
  /** The fields. */
  children: ReactNode;
};

/** Shows the fields of what is said of a package's way to us, above Save and Cancel. */
export function InboundForm({ isBusy, send, onCancel, children }: InboundFormProps) {
  return (
    <form
      className="space-y-4"
      noValidate
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
