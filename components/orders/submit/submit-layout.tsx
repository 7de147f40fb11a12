import type { ReactNode } from "react";

/** Title and column of the submit page. */
export function SubmitLayout({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <main id="main" className="container-page space-y-8 py-10 sm:py-14">
      <header className="space-y-2">
        <h1 className="text-3xl font-semibold">{title}</h1>
        <p className="max-w-prose text-text-muted">{lead}</p>
      </header>
      {children}
    </main>
  );
}
