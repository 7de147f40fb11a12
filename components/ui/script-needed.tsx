import { Alert } from "@/components/ui/alert";

/** Says without JavaScript what needs it, by default a form. */
export function ScriptNeeded({ children = "This form needs it." }: { children?: React.ReactNode }) {
  return (
    <noscript className="block text-left">
      <Alert tone="warning">Please turn on JavaScript in your browser. {children}</Alert>
    </noscript>
  );
}
