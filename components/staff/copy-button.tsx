"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";

const SHOWN_MS = 2_000;

/** Copies a text; says so for two seconds. `label` names what is copied, for who does not see the place. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      showToast("danger", "Could not copy. Please select the text and copy it yourself.");
    }
  }

  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button
        variant={children ? "secondary" : "quiet"}
        size="sm"
        aria-label={children ? undefined : `Copy ${label}`}
        onClick={copy}
      >
        <Icon className="size-4" aria-hidden="true" />
        {children ? (isCopied ? "Copied" : children) : null}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? `Copied ${label}` : ""}
      </span>
    </>
  );
}
