"use client";

import { Printer } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Shows the button that opens the browser's print dialog for this page. */
export function PrintButton() {
  return (
    <Button onClick={() => window.print()}>
      <Printer className="size-4" aria-hidden="true" />
      Print
    </Button>
  );
}
