"use client";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

const SAID_MS = 2_000;

type CopyButtonProps = {
  /** With `isPath`, a path that is copied as a full URL of this site. */
  text: string;
  isPath?: boolean;
  label: string;
};

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
      // The browser denied permission. The text can still be selected.
      setState("failed");
    }
  }

  const said = { idle: label, copied: "Copied", failed: "Couldn't copy" }[state];
  return (
    <Button variant="secondary" size="sm" onClick={copy}>
      <Icon name={state === "copied" ? "check" : "copy"} className="size-4" />
      <span aria-live="polite">{said}</span>
    </Button>
  );
}
