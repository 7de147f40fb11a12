import { readFileSync } from "node:fs";
import ts from "typescript";
import { projectFiles } from "./project-files.ts";

/** Answers what is written in a file for people to see: the texts of its tags and its strings, each with its line. */
function textsOf(file: string): { text: string; at: string }[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const texts: { text: string; at: string }[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      texts.push({ text: node.text.trim(), at: `${file}:${line + 1}` });
    }
    node.forEachChild(look);
  };
  look(source);
  return texts;
}

const texts = projectFiles(process.cwd())
  .filter((file) => /^(app|components)\/.*(?<!\.test)\.tsx?$/.test(file))
  .flatMap(textsOf);
const places = (wrong: RegExp) => texts.filter(({ text }) => wrong.test(text)).map(({ at }) => at);

test("what goes on, or asks for more, ends in one sign without a space: Saving…, Refund…", () => {
  expect(texts.filter(({ text }) => text.endsWith("…")).length).toBeGreaterThan(40);
  expect(places(/\s…|\.\.\.$/)).toEqual([]);
});

test("what has no value is shown by one sign, the long dash", () => {
  expect(texts.filter(({ text }) => text === "—").length).toBeGreaterThan(5);
  expect(places(/^[-–]$/)).toEqual([]);
});
