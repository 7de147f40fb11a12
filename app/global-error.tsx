"use client";
import { FailedPage } from "@/components/layout/failed-page";

type ErrorProps = { error: Error & { digest?: string }; retry: () => void };

/** Replaces a failed root layout. Links its styles as a file, because an import would load on every page. */
export default function GlobalError({ error, retry }: ErrorProps) {
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
