"use client";

import { useRef, useState } from "react";
import { csvRowCounter } from "@/lib/staff/orders/csv";

/** Tells how far an export is; `orders` counts the rows that have come so far, `failure` is why it was refused. */
export type ExportState = {
  step: "idle" | "running" | "saved" | "failed" | "canceled";
  orders: number;
  failure?: string | undefined;
};

/**
 * Fetches a CSV file, counts the orders that have come so far, and saves the file once it is complete. A stopped or
 * broken export saves nothing.
 */
export function useExport(href: string) {
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
        // The heading is a row, too.
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
