/** Colors are in app/table.css. */
type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger";

/** Shows a state as a pill. The word carries the meaning, not the color. */
export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: BadgeTone | undefined;
  children: React.ReactNode;
}) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
