export function Card({ className = "", ...rest }: React.ComponentProps<"div">) {
  return (
    <div
      {...rest}
      className={`rounded-2xl border border-border bg-surface-raised p-6 shadow-sm sm:p-8 ${className}`}
    />
  );
}

type CardHeaderProps = {
  title: React.ReactNode;
  /** Set by the page's outline, not by visual size. */
  level?: 1 | 2 | 3;
  description?: React.ReactNode;
  aside?: React.ReactNode;
};

export function CardHeader({ title, level = 2, description, aside }: CardHeaderProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mb-6 flex last:mb-0 flex-wrap items-start justify-between gap-x-4 gap-y-2">
      {/* Lets the description wrap so that the aside stays beside it. */}
      <div className={`space-y-1 ${description ? "min-w-44 flex-1" : "min-w-0"}`}>
        <Heading className={level === 1 ? "text-2xl font-semibold" : "text-lg font-semibold"}>
          {title}
        </Heading>
        {description ? <p className="text-sm text-text-muted">{description}</p> : null}
      </div>
      {aside}
    </div>
  );
}
