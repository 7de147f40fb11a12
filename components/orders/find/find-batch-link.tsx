"use client";
import { useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { paths } from "@/lib/base/paths";

const LOST = "Lost your tracking link?";

/** Links to the find-batch page. A click loads the form in its place, which keeps the form out of the first load. */
export function FindBatchLink() {
  const [Form, setForm] = useState<React.ComponentType<{ isFocused: boolean }>>();

  function open(event: React.MouseEvent<HTMLAnchorElement>) {
    // These keys open another tab or window.
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

export const LazyFindBatchForm = lazyComponent(() =>
  import("@/components/orders/find/find-batch-form").then((part) => part.FindBatchForm),
);
