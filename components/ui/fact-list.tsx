/** Shows name-value lines. Names must be unique. */
export function FactList({ facts }: { facts: [name: string, value: React.ReactNode][] }) {
  return (
    <dl className="divide-y divide-border text-sm">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0"
        >
          <dt className="text-text-muted">{name}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
