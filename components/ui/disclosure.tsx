export function Disclosure({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="border-t border-border">
      <summary className="min-h-12 cursor-pointer py-3 font-medium">{title}</summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  );
}
