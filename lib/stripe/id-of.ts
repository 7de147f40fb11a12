/** The id of an object that the payment service names or includes; null where it names none. */
export function idOf(reference: unknown): string | null {
  if (typeof reference === "string") return reference || null;
  const { id } = (reference ?? {}) as { id?: unknown };
  return typeof id === "string" && id ? id : null;
}
