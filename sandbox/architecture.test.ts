import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importsOf, inspectArchitecture, type SourceFile } from "./architecture.ts";
import { projectFiles } from "./project-files.ts";

describe("architecture", () => {
  const file = (path: string, text = "export const a = 1;\n"): SourceFile => ({ path, text });
  const using = (path: string, ...targets: string[]) =>
    file(path, targets.map((target, i) => `import { a as a${i} } from "${target}";\n`).join(""));

  test("finds no violation of the architecture", () => {
    const files = projectFiles(process.cwd()).map((path) =>
      file(path, /\.(tsx?|mjs)$/.test(path) ? readFileSync(path, "utf8") : ""),
    );
    expect(inspectArchitecture(files)).toEqual([]);
  });

  describe("violations it catches", () => {
    test.each<[string, SourceFile[], RegExp]>([
      [
        "a module above",
        [using("lib/orders/schema.ts", "@/lib/staff/schema"), file("lib/staff/schema.ts")],
        /not on a layer below/,
      ],
      [
        "the sandbox in the product, by a dynamic import",
        [file("app/page.tsx", 'void import("../sandbox/x.ts");\n'), file("sandbox/x.ts")],
        /sandbox is not below app/,
      ],
      [
        "a rule that talks to a service",
        [using("lib/orders/price.ts", "stripe"), file("lib/orders/price.test.ts")],
        /is a rule and imports stripe/,
      ],
    ])("%s", (_what, files, complaint) => {
      const complaints = inspectArchitecture(files);
      expect(complaints).toHaveLength(1);
      expect(complaints[0]).toMatch(complaint);
    });
  });
});

describe("style sheets", () => {
  const known = new Set(projectFiles(process.cwd()));

  /** Returns the components that `files` import, directly or through other components. */
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

  /** Returns the folders and files that a style sheet's @source lines include and exclude. */
  function sourcesOf(sheet: string): { held: string[]; left: string[] } {
    const found = [...readFileSync(sheet, "utf8").matchAll(/^@source (not )?"(.+)";$/gm)];
    const named = (isLeft: boolean) =>
      found.filter(([, not]) => Boolean(not) === isLeft).map(([, , path = ""]) => join(dirname(sheet), path));
    return { held: named(false), left: named(true) };
  }

  const isWithin = (path: string, folders: string[]) =>
    folders.some(
      (folder) => path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`),
    );

  const routes = [...known].filter((path) => /^app\/.*\.tsx$/.test(path) && !path.includes(".test."));
  /** The public sample page, which uses the style sheet of the order pages. */
  const sample = routes.filter((path) => path.startsWith("app/(sample)/"));
  /** Layouts, headers and error pages around every page in app/(app). */
  const frame = routes.filter((path) => /^app\/\(app\)\/(@header\/.*|layout|error)/.test(path));

  test.each([
    ["app/(site)/site.css", []],
    ["app/(app)/(account)/account.css", frame],
    ["app/(app)/(orders)/orders.css", [...frame, ...sample]],
    ["app/(app)/(print)/print.css", frame],
    ["app/(app)/admin/staff.css", frame],
  ])("%s includes the class names of everything its pages render", (sheet, around) => {
    const pages = routes.filter((path) => path.startsWith(`${dirname(sheet)}/`));
    expect(pages.length).toBeGreaterThan(2);
    const { held, left } = sourcesOf(sheet);
    const missing = [...componentsBehind([...pages, ...around])].filter(
      (path) =>
        /className|Style\(/.test(readFileSync(path, "utf8")) &&
        (!isWithin(path, held) || isWithin(path, left)),
    );
    expect(missing).toEqual([]);
  });
});
