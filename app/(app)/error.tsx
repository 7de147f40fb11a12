"use client";

import { FailedPage } from "@/components/layout/failed-page";

export default function AppError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <FailedPage reference={error.digest} onRetry={retry} />;
}
