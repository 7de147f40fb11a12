type NoticeBoxProps = { isOn: boolean; onChange: (isOn: boolean) => void };

/** Sends no email about the next save, except receipts and questions. */
export function QuietBox(props: NoticeBoxProps) {
  return <NoticeBox {...props} text="Don't email the customer" />;
}

/** Sends the customer an email with the corrected values. */
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
