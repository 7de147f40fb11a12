"use client";

import { type ComponentType, type MouseEvent, useState } from "react";
import { paths } from "@/lib/base/paths";

const LOST = "Lost the link to your batch?";

/**
 * Shows a link to the page that finds a batch, which puts the form in its own place when it is pressed: script and markup
 * come only then. Without a script, or when that does not arrive, it is the link.
 */
export function FindBatchLink() {
  const [Form, setForm] = useState<ComponentType<{ isFocused: boolean }>>();

  function open(event: MouseEvent<HTMLAnchorElement>) {
    // Another tab or window is asked for.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    import("@/components/orders/find/find-batch-form").then(
      ({ FindBatchForm }) => setForm(() => FindBatchForm),
      () => location.assign(paths.findBatch),
    );
  }

  return (
    <div className="w-full space-y-5">
      {Form ? (
        <>
          <p className="font-medium">{LOST}</p>
          <Form isFocused />
        </>
      ) : (
        <a className="link" href={paths.findBatch} onClick={open}>
          {LOST}
        </a>
      )}
    </div>
  );
}
