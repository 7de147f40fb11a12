import { paths } from "@/lib/base/paths";
import { site } from "@/lib/base/site";

/** A text with its link, or null. */
type Piece = { words: string; href: string | null };

const mail = `mailto:${site.contactEmail}`;
const LINKS = Object.entries({
  "pricing page": paths.pricing,
  "insurance page": paths.insurance,
  "email us": mail,
  [site.contactEmail.toLowerCase()]: mail,
});

/** Splits a policy text at mentions of our pages and email. */
export function linkedPieces(text: string): Piece[] {
  const [first] = LINKS.map(([name, href]) => ({ name, href, at: text.toLowerCase().indexOf(name) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  if (!first) return text === "" ? [] : [{ words: text, href: null }];
  const end = first.at + first.name.length;
  const before = first.at > 0 ? [{ words: text.slice(0, first.at), href: null }] : [];
  return [
    ...before,
    { words: text.slice(first.at, end), href: first.href },
    ...linkedPieces(text.slice(end)),
  ];
}
