"use client";

import { FailedPage } from "@/components/layout/failed-page";

type PageErrorProps = { error: Error & { digest?: string }; retry: () => void };

/** Shows that a page failed, in its place; the header stays. For the `error.tsx` of each group of pages. */
export function PageError({ error, retry }: PageErrorProps) {
  return <FailedPage reference={error.digest} onRetry={retry} />;
}
