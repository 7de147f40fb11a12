type QuietBoxProps = { isQuiet: boolean; onChange: (isQuiet: boolean) => void };

/** Asks that the customer gets no mail about what is saved next. They still see it; receipts and questions are sent all the same. */
export function QuietBox({ isQuiet, onChange }: QuietBoxProps) {
  return (
    <label className="flex min-h-9 items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isQuiet}
        onChange={(event) => onChange(event.target.checked)}
      />
      Do not notify the customer
    </label>
  );
}
