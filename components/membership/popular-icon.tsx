export function PopularIcon() {
  return (
    <p className="absolute -top-3 left-6 rounded-full border border-border bg-surface-sunken px-3 py-0.5 text-xs font-semibold">
      Most Popular
    </p>
  );
}
