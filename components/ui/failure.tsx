/** Inline SVG, unlike the other icons, because the network may be down. */
export function FailureIcon() {
  return (
    <svg
      className="mt-0.75 size-4 shrink-0"
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4m0 4h.01" />
    </svg>
  );
}

type FailureProps = { id?: string; className?: string; children: React.ReactNode };

/** Shows an error next to a field or small button, if there is one. For a whole form or page, use `Alert`. */
export function Failure({ id, className = "", children }: FailureProps) {
  if (!children) return null;
  return (
    <div
      id={id}
      role={id ? undefined : "alert"}
      className={`flex items-start gap-1.5 text-sm text-danger ${className}`}
    >
      <FailureIcon />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}
