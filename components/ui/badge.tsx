/** Colors are in app/table.css. */
type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger";

type BadgeProps = { tone?: BadgeTone | undefined; children: React.ReactNode };

/** Shows a status as a pill. The text carries the meaning, not the color. */
export function Badge({ tone = "neutral", children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
