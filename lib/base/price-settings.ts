/** Returns a message for each price ID shared by several plans. A payment would always buy the first of them. */
export function sharedPrices(named: Record<string, readonly string[]>): string[] {
  const ids = new Set(Object.values(named).flat());
  return [...ids].flatMap((id) => {
    const settings = Object.keys(named).filter((name) => named[name]?.includes(id));
    return settings.length > 1
      ? [`${settings.join(" and ")} have the same price ${id}. Each plan needs its own.`]
      : [];
  });
}
