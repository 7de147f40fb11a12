import { Alert } from "@/components/ui/alert";

/** Explains the blocked button of a form where no script runs; shows nothing elsewhere. */
export function ScriptNeeded() {
  return (
    <noscript>
      <Alert tone="warning">Please switch on JavaScript in your browser: this form needs it.</Alert>
    </noscript>
  );
}
