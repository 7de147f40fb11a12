"use client";
import { FailedPage } from "@/components/layout/failed-page";

type ErrorProps = { error: Error & { digest?: string }; retry: () => void };

export default function AppError({ error, retry }: ErrorProps) {
  return <FailedPage reference={error.digest} onRetry={retry} />;
}
