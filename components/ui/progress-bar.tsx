const LOOKS = {
  success: "[&::-webkit-progress-value]:bg-success [&::-moz-progress-bar]:bg-success",
  warning: "[&::-webkit-progress-value]:bg-warning-bar [&::-moz-progress-bar]:bg-warning-bar",
  danger: "[&::-webkit-progress-value]:bg-danger [&::-moz-progress-bar]:bg-danger",
};

type ProgressBarProps = { tone: keyof typeof LOOKS; label: string; value: number; max: number };

/** Shows usage as a bar. Give the figure as text too: color alone isn't enough. */
export function ProgressBar({ label, value, max, tone }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={Math.min(value, max)}
      max={max}
      data-tone={tone}
      className={`block h-2.5 w-full forced-color-adjust-none forced-colors:border appearance-none overflow-hidden rounded-full bg-surface-sunken [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:rounded-full [&::-moz-progress-bar]:rounded-full ${LOOKS[tone]}`}
    />
  );
}
