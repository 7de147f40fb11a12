"use client";

import { Button } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";

/** Shows the button that opens the browser's print dialog for this page. */
export function PrintButton() {
  return (
    <Button onClick={() => window.print()}>
      <Mark name="printer" className="size-4" />
      Print
    </Button>
  );
}
