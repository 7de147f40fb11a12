import { readFileSync } from "node:fs";
import ts from "typescript";
import { projectFiles } from "./project-files.ts";

/**
 * Phrases that read like a translation, each with what to write instead. The specification's literal texts contain
 * none of them.
 */
const PHRASES: [RegExp, string][] = [
  [/\bwrit(e|es|ten) (to )?(us|you)\b/i, "email us, we'll email you"],
  [/\bmail (me|us|you|the|it)\b|\ba mail\b|\bmails\b/i, "email me, an email"],
  [/\bsomebody\b/i, "someone"],
  [/\bnobody\b/i, "no one"],
  [/\bwhoever\b|\bwho has\b/i, "anyone with"],
  [/\bany ?more\b/i, "no longer"],
  [/\ball the same\b/i, "anyway"],
  [/\bin all\b(?! )/i, "total"],
  [/\btravels? (back|to)\b/i, "ship back"],
  [/\bgo(es)? on\b/i, "continue"],
  [/\b(came|cards) on top\b/i, "extra cards"],
  [/\bof this batch\b|\bby the owner\b/i, "your, by you"],
  [/\bis yours to\b/i, "you pay for, you insure"],
  [/(?<!you )\btold\b/i, "notified, emailed"],
  [/\bmade-up\b/i, "sample"],
  [/\bnot opened yet\b/i, "Arrived"],
  [/\bwhich .*\bcounts\b/i, "use"],
  [/\bwas to be\b/i, "should have been"],
  [/\bin vain\b|\bat last\b/i, "failed, finally"],
  [/\btook in\b/i, "received"],
  [/\bpress(ed)?\b(?! (Enter|Esc|[A-Z]\b))/i, "click"],
  [/\bthere is no such\b/i, "we couldn't find"],
  [/\bis in it\b/i, "included"],
  [/\bwe answer\b|\bwe look\b/i, "we'll reply, we'll look"],
  [/\bphotographs?\b/i, "photo"],
];

const SHOWN = /^(aria-label|placeholder|title|alt|label|hint|text|description|lead)$/;

/** Returns the text in a file that people read: JSX text, attribute values, and every other string with several words. */
function visibleTexts(path: string, source: string): { line: number; text: string }[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: { line: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxAttribute(node) && /class(Name)?$/i.test(node.name.getText())) return;
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      const text = node.text.replace(/\s+/g, " ").trim();
      const isShown =
        ts.isJsxText(node) || (ts.isJsxAttribute(node.parent) && SHOWN.test(node.parent.name.getText()));
      if (isShown || text.includes(" "))
        found.push({ line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function problemsOf(path: string, source: string): string[] {
  // Most files contain none of these phrases, not even in a comment.
  if (!PHRASES.some(([phrase]) => phrase.test(source.replace(/\s+/g, " ")))) return [];
  return visibleTexts(path, source).flatMap(({ line, text }) =>
    PHRASES.flatMap(([phrase, better]) =>
      phrase.test(text) ? `${path}:${line} "${text}" (write: ${better})` : [],
    ),
  );
}

describe("wording", () => {
  test("finds no translated wording in visible text", () => {
    const paths = projectFiles(process.cwd()).filter(
      (path) =>
        /^(app|components|lib)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|database\.types\.ts$/.test(path),
    );
    expect(paths.flatMap((path) => problemsOf(path, readFileSync(path, "utf8")))).toEqual([]);
  });
});
