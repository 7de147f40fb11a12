import type { ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";

/** Shows a page that waits for an answer: a ring, what is under way, and below it how long it takes or what to do. */
export function WaitingPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="container-page flex max-w-xl flex-col items-center gap-4 py-24 text-center">
      <Spinner className="size-8 text-accent-text" />
      <h1 className="text-xl font-semibold">{title}</h1>
      {children}
    </main>
  );
}
