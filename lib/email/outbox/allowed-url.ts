/** The address as it may be linked in a mail: https or http, on exactly this origin, without credentials; else null. */
export function allowedUrl(url: string | null, origin: string): string | null {
  if (!url || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
  if (parsed.username || parsed.password) return null;
  return parsed.origin === new URL(origin).origin ? parsed.href : null;
}
