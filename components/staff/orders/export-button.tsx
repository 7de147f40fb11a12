"use client";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-link";
import { counted } from "@/lib/base/messages";
import { csvRowCounter } from "@/lib/staff/orders/csv";
import type { BoundedCount } from "@/lib/staff/staff-order";

type ExportButtonProps = { href: string; label?: string; total: BoundedCount | null };

/** Exports the list as CSV, with progress and a stop button. Without JavaScript it is a plain download link. */
export function ExportButton({ href, label = "Export CSV", total }: ExportButtonProps) {
  const { step, orders, failure, start, cancel } = useExport(href);
  const isRunning = step === "running";
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      {/* Takes up no gap while empty, so the button stays at the edge. */}
      <p role="status" className="text-sm text-text-muted empty:-mr-4">
        {failure ?? outcomeText({ step, orders })}
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
            {counted(orders, "order")}
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

function outcomeText({ step, orders }: ExportState): string {
  const count = counted(orders, "order");
  const failed = orders > 0 ? `The export stopped after ${count}. Nothing was saved.` : "The export failed.";
  const canceled = "Stopped. Nothing was saved.";
  return { saved: `${count} exported.`, failed, canceled, running: "Exporting…", idle: "" }[step];
}

/** Progress of an export. `orders` counts the rows so far, `failure` says why it failed. */
type ExportState = {
  step: "idle" | "running" | "saved" | "failed" | "canceled";
  orders: number;
  failure?: string | undefined;
};

/** Downloads a CSV file, counts its rows, and saves it once it's complete. A stopped or failed export saves nothing. */
function useExport(href: string) {
  const [state, setState] = useState<ExportState>({ step: "idle", orders: 0 });
  const running = useRef<AbortController>(undefined);

  async function start() {
    const control = new AbortController();
    running.current = control;
    let orders = 0;
    setState({ step: "running", orders });
    try {
      const response = await fetch(href, { signal: control.signal });
      if (response.status === 403) {
        const { error: failure }: { error?: string } = await response.json();
        return setState({ step: "failed", orders, failure });
      }
      if (!response.ok || !response.body) throw new Error(`the export answered ${response.status}`);
      const parts: Uint8Array<ArrayBuffer>[] = [];
      const count = csvRowCounter();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        // The heading counts as a row.
        orders = Math.max(0, count(value) - 1);
        setState({ step: "running", orders });
      }
      save(new Blob(parts, { type: "text/csv" }), nameOf(response));
      setState({ step: "saved", orders });
    } catch {
      setState({ step: control.signal.aborted ? "canceled" : "failed", orders });
    }
  }

  return { ...state, start, cancel: () => running.current?.abort() };
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "orders.csv";
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
