type Head = {
  titles: string[];
  content: (name: string) => string | undefined;
  links: (rel: string) => string[];
};

export function headOf(html: string): Head {
  const markup = html.replace(/<script\b.*?<\/script>|<svg\b.*?<\/svg>/gs, "");
  const tags = (name: string) =>
    [...markup.matchAll(new RegExp(`<${name} ([^>]*)>`, "g"))].map(([, text = ""]) => attributesOf(text));
  return {
    titles: [...markup.matchAll(/<title>(.*?)<\/title>/gs)].map(([, text = ""]) => decoded(text)),
    content: (name) => tags("meta").find((meta) => (meta.property ?? meta.name) === name)?.content,
    links: (rel) => tags("link").flatMap((link) => (link.rel === rel && link.href ? [link.href] : [])),
  };
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value = ""]) => [key, decoded(value)]),
  );

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', lt: "<", gt: ">", "#x27": "'", "#39": "'" };

const decoded = (text: string) =>
  text.replace(/&([\w#]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Returns a page's text without its tags, which may split a code. */
export const textOf = (html: string): string => decoded(html.replace(/<[^>]*>/g, ""));
