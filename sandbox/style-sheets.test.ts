import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importsOf } from "./house.ts";
import { projectFiles } from "./project-files.ts";

const known = new Set(projectFiles(process.cwd()));

/** The components among the files that `files` import, and those that these import. */
function componentsBehind(files: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path) || !/^(app|components)\/.*\.tsx?$/.test(path)) return;
    seen.add(path);
    for (const it of importsOf({ path, text: readFileSync(path, "utf8") }, known)) visit(it.path);
  };
  for (const file of files) visit(file);
  return new Set([...seen].filter((path) => path.startsWith("components/")));
}

/** The folders and files whose class names a style sheet holds, as its @source lines name them. */
function sourcesOf(sheet: string): { held: string[]; left: string[] } {
  const found = [...readFileSync(sheet, "utf8").matchAll(/^@source (not )?"(.+)";$/gm)];
  const named = (isLeft: boolean) =>
    found.filter(([, not]) => Boolean(not) === isLeft).map(([, , path = ""]) => join(dirname(sheet), path));
  return { held: named(false), left: named(true) };
}

const isWithin = (path: string, folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`));

const routes = [...known].filter((path) => /^app\/.*\.tsx$/.test(path) && !path.includes(".test."));
/** The public page that has the style sheet of the orders' pages. */
const sample = routes.filter((path) => path.startsWith("app/(sample)/"));
/** What stands around every page with a person in it. */
const frame = routes.filter((path) => /^app\/\(app\)\/(@header\/.*|layout|error)/.test(path));

test.each([
  ["app/(site)/site.css", []],
  ["app/(app)/(account)/account.css", frame],
  ["app/(app)/(orders)/orders.css", [...frame, ...sample]],
  ["app/(app)/(print)/print.css", frame],
  ["app/(app)/admin/staff.css", frame],
])("%s holds the class names of all that its pages show", (sheet, around) => {
  const pages = routes.filter((path) => path.startsWith(`${dirname(sheet)}/`));
  expect(pages.length).toBeGreaterThan(2);
  const { held, left } = sourcesOf(sheet);
  const missing = [...componentsBehind([...pages, ...around])].filter(
    (path) =>
      /className|Style\(/.test(readFileSync(path, "utf8")) && (!isWithin(path, held) || isWithin(path, left)),
  );
  expect(missing).toEqual([]);
});
