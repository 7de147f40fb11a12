type CheckboxProps = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
  className?: string;
  children: React.ReactNode;
};

export function Checkbox({ isOn, onChange, disabled, className = "min-h-9", children }: CheckboxProps) {
  return (
    <label className={`flex items-center gap-2 text-sm ${className}`}>
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

/** Suppresses emails about the next save, except receipts and questions. */
export function QuietBox(props: Pick<CheckboxProps, "isOn" | "onChange">) {
  return <Checkbox {...props}>Don't email the customer</Checkbox>;
}
