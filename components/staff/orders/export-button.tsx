"use client";

import { Download } from "lucide-react";
import { type ExportState, useExport } from "@/components/staff/orders/use-export";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-link";
import { counted } from "@/lib/base/words";
import type { BoundedCount } from "@/lib/staff/staff-order";

type ExportButtonProps = {
  href: string;
  label?: string;
  total: BoundedCount | null;
  /** What a row of the file is: "order". */
  noun: string;
};

/**
 * Shows the button that exports as CSV what the list finds, its progress, and a way to stop it. Without
 * script it is a link that downloads the file itself. The bar has an end only where `total` is the true number.
 */
export function ExportButton({ href, label = "Export CSV", total, noun }: ExportButtonProps) {
  const { step, orders, failure, start, cancel } = useExport(href);
  const isRunning = step === "running";
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      {/* Without a word it takes no gap: the button keeps the margin. */}
      <p role="status" className="text-sm text-text-muted empty:-mr-4">
        {failure ?? outcomeWords({ step, orders }, noun)}
      </p>
      {isRunning ? (
        <>
          <span className="flex items-center gap-3 text-sm tabular-nums">
            <progress
              aria-label="Export"
              className="h-2 w-28 accent-accent"
              max={total && !total.is_more ? Math.max(total.count, orders, 1) : undefined}
              value={total && !total.is_more ? orders : undefined}
            />
            {counted(orders, noun)}
          </span>
          <Button variant="secondary" size="sm" onClick={cancel}>
            Stop
          </Button>
        </>
      ) : (
        <a
          href={href}
          download
          className={buttonStyle({ variant: "secondary", size: "sm" })}
          onClick={(event) => {
            event.preventDefault();
            void start();
          }}
        >
          <Download className="size-4" aria-hidden="true" />
          {step === "failed" ? "Try Again" : label}
        </a>
      )}
    </div>
  );
}

function outcomeWords({ step, orders }: ExportState, noun: string): string {
  const count = counted(orders, noun);
  switch (step) {
    case "saved":
      return `${count} exported.`;
    case "failed":
      return orders > 0 ? `The export broke off after ${count}. Nothing was saved.` : "The export failed.";
    case "canceled":
      return "Stopped. Nothing was saved.";
    case "running":
      return "Exporting…";
    case "idle":
      return "";
  }
}
