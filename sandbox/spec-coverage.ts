import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A requirement of the specification with the tests that prove it, and a note. */
type Demand = { words: string; tests: TestName[]; note: string | null };
/** A test's file, and its title after the titles of its groups. */
type TestName = { file: string; titles: string[] };
type Part = { heading: string; level: number; demands: Demand[] };

const SOURCE = "docs/spec-coverage.txt";
const TEST_FILES = ["{app,components,lib,sandbox,supabase,e2e}/**/*.{test,spec}.{ts,tsx}", "*.test.ts"];
const ROOTS = new Set(["test", "it", "describe"]);
/** Modifiers of tests that don't run or must fail. */
const NOT_RUN = new Set(["skip", "todo", "fixme", "failing", "fail"]);

/**
 * Parses the source. A heading starts with `#`, a requirement with its first letter, a test (`file > title`) with
 * spaces, and a note on the requirement with spaces and `~`.
 */
export function parseCoverage(text: string): Part[] {
  const parts: Part[] = [];
  for (const line of text.split("\n").filter((line) => line.trim())) {
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      parts.push({ heading: heading[2] ?? "", level: (heading[1] ?? "").length, demands: [] });
      continue;
    }
    const demands = parts.at(-1)?.demands;
    if (!demands) throw new Error(`${SOURCE} begins without a heading`);
    if (!line.startsWith(" ")) {
      demands.push({ words: line, tests: [], note: null });
      continue;
    }
    const demand = demands.at(-1);
    if (!demand) throw new Error(`${SOURCE}: no demand above "${line.trim()}"`);
    const [file = "", ...titles] = line.trim().split(" > ");
    if (file.startsWith("~ ")) demand.note = line.trim().slice(2);
    else demand.tests.push({ file, titles });
  }
  return parts;
}

/** Lists the titles of a test file's tests and groups, each after the titles of its enclosing groups. */
export function titlesOf(text: string): string[][] {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  const source = ts.createSourceFile("a.tsx", text, options);
  const found: string[][] = [];
  const visit = (node: ts.Node, groups: string[]): void => {
    const title = ts.isCallExpression(node) ? titleOf(node, source) : undefined;
    if (title === null) return;
    const here = title === undefined ? groups : [...groups, title];
    if (title !== undefined) found.push(here);
    ts.forEachChild(node, (child) => visit(child, here));
  };
  visit(source, []);
  return found;
}

/** Returns the title of a test or group. Null if it doesn't run, undefined for any other call. */
function titleOf(call: ts.CallExpression, source: ts.SourceFile): string | null | undefined {
  const names: string[] = [];
  let callee: ts.Node = call.expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(callee)) names.push(callee.name.text);
    else if (!ts.isCallExpression(callee)) break;
    callee = callee.expression;
  }
  if (!ts.isIdentifier(callee) || !ROOTS.has(callee.text)) return undefined;
  const [title, ...rest] = call.arguments;
  // `test.each(rows)` alone, `test.use(…)` and `test.slow()` have no body, so they aren't tests.
  if (!title || !rest.some(ts.isFunctionLike)) return undefined;
  if (names.some((name) => NOT_RUN.has(name))) return null;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText(source).slice(1, -1) : undefined;
}

/** Returns one line per problem in the source: a test that doesn't exist, or a requirement without a test or a reason. */
export function checkCoverage(parts: Part[], files: Map<string, string>): string[] {
  const known = new Map<string, string[][]>();
  const titlesIn = (file: string) => {
    const titles = known.get(file) ?? titlesOf(files.get(file) ?? "");
    known.set(file, titles);
    return titles;
  };
  const isIn = (file: string, wanted: string[]) =>
    titlesIn(file).some((chain) => wanted.join("\n") === chain.slice(-wanted.length).join("\n"));
  const complaintOf = ({ file, titles: wanted }: TestName) => {
    if (wanted.length > 0 && isIn(file, wanted)) return [];
    const elsewhere = [...files.keys()].filter((other) => wanted.length > 0 && isIn(other, wanted));
    const place = elsewhere.length > 0 ? `; it is in ${elsewhere.join(", ")}` : "";
    return [`${file} has no test "${wanted.join(" > ")}"${place}`];
  };
  return parts.flatMap(({ demands }) =>
    demands.flatMap(({ words, tests, note }) =>
      tests.length === 0 && note === null
        ? [`No test and no word why: "${words}"`]
        : tests.flatMap(complaintOf),
    ),
  );
}

export const readCoverage = (root: string): Part[] => parseCoverage(readFileSync(join(root, SOURCE), "utf8"));

/** Reads the project's test files, keyed by path. */
export const readTestFiles = (root: string): Map<string, string> =>
  new Map(
    globSync(TEST_FILES, { cwd: root }).map(
      (file) => [file, readFileSync(join(root, file), "utf8")] as const,
    ),
  );

/** Prints how many requirements have a test, and any problems in the source. Returns the exit code. */
export function printSpecCoverage({ root }: { root: string }): number {
  const parts = readCoverage(root);
  const demands = parts.flatMap((part) => part.demands);
  console.log(
    `${demands.filter(({ tests }) => tests.length > 0).length} of ${demands.length} demands have a test.`,
  );
  const complaints = checkCoverage(parts, readTestFiles(root));
  for (const complaint of complaints) console.error(complaint);
  return complaints.length === 0 ? 0 : 1;
}
