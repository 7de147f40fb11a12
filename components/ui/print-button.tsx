"use client";

import { Button } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";

export function PrintButton() {
  return (
    <Button onClick={() => window.print()}>
      <Mark name="printer" className="size-4" />
      Print
    </Button>
  );
}
