"use client";

import { FailedPage } from "@/components/layout/failed-page";

/**
 * Shows that even a root layout failed, so it brings a document of its own. Its styles are a file of their own too: an
 * imported sheet would be loaded with every page.
 */
export default function GlobalError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <html lang="en">
      <head>
        <title>Something went wrong</title>
        <link rel="stylesheet" href="/error.css" />
      </head>
      <body className="flex min-h-dvh flex-col">
        <FailedPage reference={error.digest} onRetry={retry} />
      </body>
    </html>
  );
}
