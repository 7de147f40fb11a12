import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";

/**
 * Explains, where no script runs, what needs it: the blocked button of a form, or (`children`) what the page cannot do without.
 * Shows nothing elsewhere.
 */
export function ScriptNeeded({ children = "this form needs it." }: { children?: ReactNode }) {
  return (
    <noscript className="block text-left">
      <Alert tone="warning">Please switch on JavaScript in your browser: {children}</Alert>
    </noscript>
  );
}
