import { Alert } from "@/components/ui/alert";

/** Says what needs JavaScript when it is off, by default a form. */
export function ScriptNeeded({ children = "This form needs it." }: { children?: React.ReactNode }) {
  return (
    <noscript className="block text-left">
      <Alert tone="warning">Please turn on JavaScript in your browser. {children}</Alert>
    </noscript>
  );
}
