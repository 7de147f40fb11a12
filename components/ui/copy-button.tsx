"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Mark } from "@/components/ui/mark";

/** How long the button says that it has copied. */
const SAID_MS = 2_000;

type CopyButtonProps = {
  /** What is copied; a path (with `isPath`) is copied as a full address of this site. */
  text: string;
  isPath?: boolean;
  /** What the button copies, as its name: "Copy batch ID". */
  label: string;
};

/**
 * Shows a button that copies a text and says "Copied" for two seconds, also to assistive technology. Where the browser
 * refuses, it says "Could not copy" as long.
 */
export function CopyButton({ text, isPath, label }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SAID_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(isPath ? window.location.origin + text : text);
      setState("copied");
    } catch {
      // Browsers refuse without a permission; the text can still be selected by hand.
      setState("failed");
    }
  }

  const said = { idle: label, copied: "Copied", failed: "Could not copy" }[state];
  return (
    <Button variant="secondary" size="sm" onClick={copy}>
      <Mark name={state === "copied" ? "check" : "copy"} className="size-4" />
      <span aria-live="polite">{said}</span>
    </Button>
  );
}
