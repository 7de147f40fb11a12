import { Icon } from "@/components/ui/icon";

const MARKS = {
  success: { name: "circle-check", color: "text-success" },
  warning: { name: "clock", color: "text-warning" },
  canceled: { name: "circle-x", color: "text-text-muted" },
} as const;

type OutcomeHeaderProps = { tone: keyof typeof MARKS; title: string; children?: React.ReactNode };

export function OutcomeHeader({ tone, title, children }: OutcomeHeaderProps) {
  const { name, color } = MARKS[tone];
  return (
    <header className="space-y-3 text-center">
      <Icon name={name} className={`mx-auto size-10 ${color}`} />
      <h1 className="text-3xl font-semibold">{title}</h1>
      {children}
    </header>
  );
}
