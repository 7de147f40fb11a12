/**
 * Says of each price id that stands in the settings of several plans that it does, by the settings' names. A price buys
 * one plan: of several the first would be had, whatever is paid.
 */
export function sharedPrices(named: Record<string, readonly string[]>): string[] {
  const ids = new Set(Object.values(named).flat());
  return [...ids].flatMap((id) => {
    const settings = Object.keys(named).filter((name) => named[name]?.includes(id));
    return settings.length > 1
      ? [`${settings.join(" and ")} name the same price ${id}, which buys one plan: leave it in that one's.`]
      : [];
  });
}
