import { Spinner } from "@/components/ui/spinner";

export function WaitingPage({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <main id="main" className="container-page flex max-w-xl flex-col items-center gap-4 py-24 text-center">
      <Spinner className="size-8 text-accent-text" />
      <h1 className="text-xl font-semibold">{title}</h1>
      {children}
    </main>
  );
}
