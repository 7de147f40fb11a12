import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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
