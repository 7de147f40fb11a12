export function Card({ className = "", ...rest }: React.ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={`rounded-2xl border border-border bg-surface-raised p-6 shadow-sm sm:p-8 ${className}`}
    />
  );
}
