"use client";

type Setting = {
  label: string;
  isOn: boolean;
  set: (isOn: boolean) => void;
  /** It is about a key: what is worked by touch has none. */
  needsKeys?: boolean;
};

/** Shows what of the desk can be switched on and off; each browser remembers its own. */
export function DeskSettings({ settings }: { settings: Setting[] }) {
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <legend className="sr-only">Settings of this desk</legend>
      {settings.map(({ label, isOn, set, needsKeys }) => (
        <label
          key={label}
          className={`flex min-h-6 items-center gap-2 ${needsKeys ? "pointer-coarse:hidden" : ""}`}
        >
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isOn}
            onChange={(event) => set(event.target.checked)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
