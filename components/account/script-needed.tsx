import { Alert } from "@/components/ui/alert";

/** Explains the blocked button where no script runs. */
export function ScriptNeeded() {
  return (
    <noscript>
      <Alert tone="warning">Please switch on JavaScript in your browser: this form needs it.</Alert>
    </noscript>
  );
}
