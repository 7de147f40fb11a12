import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";

/** Explains without script what needs it: by default, the blocked button of a form. */
export function ScriptNeeded({ children = "this form needs it." }: { children?: ReactNode }) {
  return (
    <noscript className="block text-left">
      <Alert tone="warning">Please switch on JavaScript in your browser: {children}</Alert>
    </noscript>
  );
}
