import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { importsOf, inspectHouse, type SourceFile } from "./house.ts";
import { projectFiles } from "./project-files.ts";

describe("house", () => {
  const SERVER = 'import "server-only";\n';
  const file = (path: string, text = "export const a = 1;\n"): SourceFile => ({ path, text });
  const using = (path: string, ...targets: string[]) =>
    file(path, targets.map((target, i) => `import { a as a${i} } from "${target}";\n`).join(""));

  test("the house is in order", () => {
    const files = projectFiles(process.cwd()).map((path) =>
      file(path, /\.(tsx?|mjs)$/.test(path) ? readFileSync(path, "utf8") : ""),
    );
    expect(inspectHouse(files)).toEqual([]);
  });

  describe("what it bites", () => {
    test.each<[string, SourceFile[], RegExp]>([
      [
        "a room above",
        [using("lib/orders/schema.ts", "@/lib/staff/schema"), file("lib/staff/schema.ts")],
        /not on a floor below/,
      ],
      [
        "a room on the same floor",
        [using("lib/membership/schema.ts", "@/lib/marketing/schema"), file("lib/marketing/schema.ts")],
        /not on a floor below/,
      ],
      [
        "a room of components above",
        [using("components/ui/x.tsx", "../layout/y"), file("components/layout/y.tsx")],
        /not on a floor below/,
      ],
      [
        "a layer above, by type alone",
        [file("lib/base/x.ts", 'import type { A } from "@/components/ui/y";\n'), file("components/ui/y.tsx")],
        /components is not below lib/,
      ],
      [
        "the sandbox in the product, by a dynamic import",
        [file("app/page.tsx", 'void import("../sandbox/x.ts");\n'), file("sandbox/x.ts")],
        /sandbox is not below app/,
      ],
      [
        "a test in the product",
        [using("lib/base/x.ts", "@/lib/base/y.test"), file("lib/base/y.test.ts")],
        /imports the test/,
      ],
      ["a room that is not in the plan", [file("lib/billing/schema.ts")], /in no room/],
      ["a rule without a test", [file("lib/orders/price.ts")], /rule without a test/],
      [
        "a rule that only a test of another folder imports",
        [file("lib/orders/price.ts"), using("lib/orders/checkout/fee.test.ts", "@/lib/orders/price")],
        /price.ts is a rule without a test/,
      ],
      [
        "a rule that talks to a service",
        [using("lib/orders/price.ts", "stripe"), file("lib/orders/price.test.ts")],
        /is a rule and imports stripe/,
      ],
      ["a use-case without a verb", [file("lib/orders/checkout-opener.ts")], /use-case that does not begin/],
      [
        "a noun that passes for a verb",
        [file("lib/staff/refund-rules.ts", "export function centsOf() {}\n")],
        /export a function of its name/,
      ],
      [
        "a write with another name than its SQL function",
        [
          file(
            "lib/orders/mutations.ts",
            `${SERVER}export async function book() {\n  return call(client, "apply_checkout");\n}\n`,
          ),
        ],
        /book calls apply_checkout/,
      ],
      ["a rule among the components", [file("components/orders/price.ts")], /neither a component nor a hook/],
      ["a screen in lib", [file("lib/orders/price.tsx")], /belongs to components/],
      ["a rule among the routes", [file("app/price.ts")], /routes only/],
      ["a name that explains nothing", [file("lib/base/utils.ts")], /explains nothing/],
      ["a name in another case", [file("components/ui/MyButton.tsx")], /kebab-case/],
      ["a read that does not say server-only", [file("lib/orders/data.ts")], /does not begin with/],
      [
        "a rule that imports a server file",
        [
          using("lib/orders/price.ts", "@/lib/base/env"),
          file("lib/orders/price.test.ts"),
          file("lib/base/env.ts", SERVER),
        ],
        /does not say server-only/,
      ],
      [
        "two files that import each other",
        [using("lib/base/x.ts", "./y"), using("lib/base/y.ts", "./x")],
        /^These files import each other: lib\/base\/x.ts, lib\/base\/y.ts$/,
      ],
      [
        "two folders that import each other",
        [
          using("lib/orders/schema.ts", "@/lib/orders/print/words"),
          using("lib/orders/print/schema.ts", "@/lib/orders/words"),
          file("lib/orders/words.ts"),
          file("lib/orders/print/words.ts"),
        ],
        /^These folders import each other: lib\/orders, lib\/orders\/print$/,
      ],
    ])("%s", (_what, files, complaint) => {
      const complaints = inspectHouse(files);
      expect(complaints).toHaveLength(1);
      expect(complaints[0]).toMatch(complaint);
    });

    test("what is allowed passes", () => {
      const files = [
        using("app/(app)/page.tsx", "@/components/orders/x", "@/lib/orders/loaders"),
        using("components/orders/x.tsx", "@/components/ui/y", "@/lib/orders/price"),
        file("components/ui/y.tsx"),
        file("components/ui/use-y.ts"),
        using("lib/orders/price.ts", "@/lib/base/money"),
        file("lib/orders/fee.ts"),
        using("lib/orders/price.test.ts", "@/lib/orders/fee", "@/sandbox/builders/order"),
        file("sandbox/builders/order.ts"),
        file("lib/base/money.ts"),
        file("lib/orders/loaders.ts", `${SERVER}import { a } from "@/lib/orders/data";\n`),
        file("lib/orders/data.ts", `${SERVER}import { a } from "@/lib/supabase/service";\n`),
        file("lib/supabase/service.ts", SERVER),
        file(
          "lib/orders/open-checkout.ts",
          `${SERVER}import { a } from "stripe";\nexport async function openCheckout() {}\n`,
        ),
        file("lib/gate.ts", `${SERVER}import { a } from "@/lib/orders/data";\n`),
        using("middleware.ts", "@/lib/gate"),
        using("e2e/pay.spec.ts", "../sandbox/builders/order", "../lib/base/money"),
        file("app/[...unlisted]/route.ts"),
      ];
      expect(inspectHouse(files)).toEqual([]);
    });
  });
});

describe("lint rules", () => {
  const biome = join(process.cwd(), "node_modules", ".bin", "biome");
  /**
   * Lints files, each a path and a text, under the project's own rules; answers for each the rules that complain. In one
   * call: the linter takes a third of a second to start.
   */
  function lint(files: [path: string, text: string][]): string[][] {
    const root = mkdtempSync(join(tmpdir(), "lint-rules-"));
    try {
      for (const name of ["biome.json", ".gitignore"]) cpSync(join(process.cwd(), name), join(root, name));
      for (const [path, text] of files) {
        const file = join(root, path);
        if (existsSync(file)) throw new Error(`${path} is there twice.`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      const args = ["lint", "--reporter=json", "--max-diagnostics=none", "."];
      const result = spawnSync(biome, args, { cwd: root, encoding: "utf8" });
      const { diagnostics } = JSON.parse(result.stdout) as { diagnostics: Diagnostic[] };
      return files.map(([path]) =>
        diagnostics
          .filter(({ location }) => location.path === path)
          .map(({ category }) => category.split("/").at(-1) ?? ""),
      );
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }

  type Diagnostic = { category: string; location: { path: string } };

  const use = (specifier: string) => `import { thing } from "${specifier}";\nthing();\n`;

  /** Whether each import is refused; a file that only stands for its folder may be there more than once. */
  function refusals(imports: [path: string, specifier: string][]): boolean[] {
    const files = imports.map(([path, specifier], n): [string, string] => [
      path.replace("/x.", `/x${n}.`).replace("/page.", `/page${n}/page.`),
      use(specifier),
    ]);
    return lint(files).map((rules) => rules.includes("noRestrictedImports"));
  }

  describe("the import direction", () => {
    const forbidden: [string, string][] = [
      ["components/orders/x.tsx", "@/app/page"],
      ["components/orders/x.tsx", "@/lib/orders/data"],
      ["components/orders/x.tsx", "@/lib/supabase/server"],
      ["components/ui/x.tsx", "@/lib/orders/status"],
      ["components/ui/x.tsx", "@/components/orders/order-table"],
      ["lib/orders/x.ts", "@/components/ui/button"],
      ["lib/orders/x.ts", "@/app/page"],
      ["lib/orders/x.ts", "@/lib/supabase/service"],
      ["lib/orders/checkout/mutations.ts", "next/headers"],
      ["lib/orders/checkout/x.ts", "@/lib/supabase/service"],
      ["lib/orders/checkout/fulfil-checkout.ts", "@/lib/supabase/service"],
      ["lib/orders/x.ts", "../../sandbox/builders/order.ts"],
      ["lib/orders/x.test.ts", "../../sandbox/launcher/ports.ts"],
      ["lib/orders/loaders.ts", "@/lib/supabase/service"],
      ["lib/orders/data.ts", "next/headers"],
      ["lib/orders/mutations.ts", "next/navigation"],
      ["lib/orders/x.ts", "../../sandbox/launcher/ports.ts"],
      ["app/page.tsx", "@/lib/supabase/service"],
      ["app/page.tsx", "../sandbox/launcher/ports.ts"],
      ["app/page.tsx", "../e2e/fixtures"],
      ["sandbox/x.ts", "../app/page.tsx"],
    ];
    const allowed: [string, string][] = [
      ["app/page.tsx", "@/components/orders/x"],
      ["app/page.tsx", "@/lib/orders/loaders"],
      ["components/orders/x.tsx", "@/lib/orders/status"],
      ["components/orders/x.tsx", "@/components/ui/button"],
      ["components/ui/x.tsx", "@/components/ui/button"],
      ["lib/orders/data.ts", "@/lib/supabase/service"],
      ["sandbox/x.ts", "../lib/base/site.ts"],
    ];
    const isRefused = new Map<string, boolean>();
    beforeAll(() => {
      for (const imports of [forbidden, allowed])
        refusals(imports).forEach((refused, n) => {
          isRefused.set(String(imports[n]), refused);
        });
    });

    test.each(forbidden)("%s may not import %s", (...names) => {
      expect(isRefused.get(String(names))).toBe(true);
    });

    test.each(allowed)("%s may import %s", (...names) => {
      expect(isRefused.get(String(names))).toBe(false);
    });
  });

  test("settings are read in lib/env only", () => {
    const text = "export const secret = process.env.STRIPE_SECRET_KEY;\n";
    const [elsewhere, there] = lint([
      ["lib/stripe/client.ts", text],
      ["lib/base/env.ts", text],
    ]);
    expect(elsewhere).toContain("noProcessEnv");
    expect(there).not.toContain("noProcessEnv");
  });
});

describe("style sheets", () => {
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
    folders.some(
      (folder) => path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`),
    );

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
        /className|Style\(/.test(readFileSync(path, "utf8")) &&
        (!isWithin(path, held) || isWithin(path, left)),
    );
    expect(missing).toEqual([]);
  });
});
