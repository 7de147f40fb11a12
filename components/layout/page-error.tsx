"use client";

import { FailedPage } from "@/components/layout/failed-page";

type PageErrorProps = { error: Error & { digest?: string }; retry: () => void };

/** Shows that a page failed, in its place; the header stays. For the `error.tsx` of all pages and of each group. */
export function PageError({ error, retry }: PageErrorProps) {
  return <FailedPage reference={error.digest} onRetry={retry} />;
}
