import { Card } from "@/components/ui/card";

type AuthPanelProps = {
  title: string;
  lead?: React.ReactNode;
  children: React.ReactNode;
  footer?: React.ReactNode;
  isWide?: boolean;
};

export function AuthPanel({ title, lead, children, footer, isWide }: AuthPanelProps) {
  return (
    <main
      id="main"
      className={`container-page flex flex-1 flex-col py-12 sm:py-20 ${isWide ? "max-w-160" : "max-w-128"}`}
    >
      <div className="mb-8 space-y-2 text-center">
        <h1 className="text-3xl font-semibold">{title}</h1>
        {lead ? <p className="text-text-muted">{lead}</p> : null}
      </div>
      <Card>{children}</Card>
      {footer ? <div className="mt-8 space-y-3 text-center text-sm text-text-muted">{footer}</div> : null}
    </main>
  );
}
