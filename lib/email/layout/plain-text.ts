import { toPlainText } from "react-email";

/* The part of html-to-text's types used here. react-email passes these options on to it. */
type Element = { attribs: Record<string, string>; children: Element[] };
type Builder = {
  addInline: (text: string, options?: { noWordTransform: boolean }) => void;
  addLiteral: (text: string) => void;
  openBlock: (options: { leadingLineBreaks: number }) => void;
  addLineBreak: () => void;
  closeBlock: (options: { trailingLineBreaks: number }) => void;
};
type Format = (
  element: Element,
  walk: (children: Element[], builder: Builder) => void,
  builder: Builder,
) => void;

/** Writes a link as "Print label: https://…". */
const link: Format = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addLiteral(": ");
  builder.addInline(element.attribs.href ?? "", { noWordTransform: true });
};

/** Writes a SlabLabel as "Nov 2 batch · 24 cards", and its code on the next line. */
const slab: Format = ({ attribs }, _walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(attribs["data-slab"] ?? "", { noWordTransform: true });
  builder.addLineBreak();
  builder.addInline(attribs["data-code"] ?? "", { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const options = {
  formatters: { link, slab },
  selectors: [
    { selector: "h1", options: { leadingLineBreaks: 2, uppercase: false } },
    { selector: "a", format: "link" },
    { selector: "a[href^='mailto:']", format: "inline" },
    { selector: "tr", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "table[data-slab]", format: "slab" },
    { selector: "th[scope=row]", format: "inlineSurround", options: { suffix: ": " } },
    { selector: "th[scope=row] + td", format: "inline" },
  ],
};

/** Returns the plain text of an email made of this folder's parts, without data-skip-in-text elements. */
export function plainText(html: string): string {
  return `${toPlainText(html, options).replace(/ +$/gm, "")}\n`;
}
