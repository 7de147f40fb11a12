type NoticeBoxProps = { isOn: boolean; onChange: (isOn: boolean) => void };

/** Asks that the customer gets no email about what is saved next. Receipts and questions are sent anyway. */
export function QuietBox(props: NoticeBoxProps) {
  return <NoticeBox {...props} text="Do not notify the customer" />;
}

/** Asks that the customer gets an email which says how the order is now. */
export function CorrectionBox(props: NoticeBoxProps) {
  return <NoticeBox {...props} text="Email the customer about this correction" />;
}

function NoticeBox({ isOn, onChange, text }: NoticeBoxProps & { text: string }) {
  return (
    <label className="flex min-h-9 items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {text}
    </label>
  );
}
