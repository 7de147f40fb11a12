import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dirname, "..");
const pages = globSync(["*.md", "docs/**/*.md", "sandbox/**/*.md"], { cwd: root })
  .filter((page) => !page.includes("node_modules"))
  .sort();
const textOf = (page: string) => readFileSync(join(root, page), "utf8");
const functions = new Set(
  globSync("supabase/migrations/*.sql", { cwd: root }).flatMap((file) =>
    [...textOf(file).matchAll(/^create function (?:public|private)\.(\w+)/gm)].map(([, name]) => name),
  ),
);

/** Paths of the project in code marks, without placeholders. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w.()[\]-]+\/[\w./()[\]-]+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => /^(app|components|lib|supabase|sandbox|e2e|public|docs)\//.test(path));
/** Where links within the project lead. */
const linksIn = (page: string) =>
  [...textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, link = ""]) =>
    normalize(join(dirname(page), link)),
  );
/** SQL functions by their names, in the page that says where a rule is decided. */
const functionsIn = (text: string) =>
  [...text.matchAll(/`(?:private\.)?([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = ""]) => name);

const isThere = (path: string) => ["", ".ts", ".tsx"].some((ending) => existsSync(join(root, path + ending)));

describe("the documents name only what exists", () => {
  test.each(pages)("%s", (page) => {
    const named = [...pathsIn(textOf(page)), ...linksIn(page)];
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test("the functions that decide a rule", () => {
    const named = functionsIn(textOf("docs/rules.md")).filter((name) => name !== "dedupe_key");
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !functions.has(name))).toEqual([]);
  });

  test("a file and a function that are not there are noticed", () => {
    expect(pathsIn("see `lib/orders/gone.ts`").filter((path) => !isThere(path))).toEqual([
      "lib/orders/gone.ts",
    ]);
    expect(functionsIn("`lost_function`").filter((name) => !functions.has(name))).toEqual(["lost_function"]);
  });
});
