"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { batchPaths } from "@/lib/base/batch-paths";

type BatchLinkProps = { batchId: string; look?: string; children: React.ReactNode };

/** Links to a batch's drawer without leaving the page. The link has a URL of its own, so it works without JavaScript. */
export function BatchLink({ batchId, look = "link", children }: BatchLinkProps) {
  const router = useRouter();
  const href = drawerAddress(useSearchParams(), batchId);

  function open(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.push(href, { scroll: false });
  }

  return (
    <a className={look} href={href} onClick={open} data-batch={batchId}>
      {children}
    </a>
  );
}

/** Returns the dashboard's URL with the tab and page of `now` and a batch's drawer. Null closes the drawer. */
export function drawerAddress(now: URLSearchParams, batchId: string | null): string {
  const query = new URLSearchParams(now);
  if (batchId === null) query.delete("batch");
  else query.set("batch", batchId);
  const text = query.toString();
  return text ? `${batchPaths.dashboard}?${text}` : batchPaths.dashboard;
}
