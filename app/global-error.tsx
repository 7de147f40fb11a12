"use client";

import "./globals.css";
import { FailedPage } from "@/components/layout/failed-page";

/** Shows that even a root layout failed, so it brings a document of its own. */
export default function GlobalError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <html lang="en">
      <body className="flex min-h-dvh flex-col">
        <title>Something went wrong</title>
        <FailedPage reference={error.digest} onRetry={retry} />
      </body>
    </html>
  );
}
