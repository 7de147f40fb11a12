/** Inline, unlike the other icons: the connection itself may be down. */
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
