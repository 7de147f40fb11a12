import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const biome = join(process.cwd(), "node_modules", ".bin", "biome");
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "lint-rules-"));
  cpSync(join(process.cwd(), "biome.json"), join(root, "biome.json"));
  cpSync(join(process.cwd(), ".gitignore"), join(root, ".gitignore"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Lints a file of this text at `path` under the project's own rules; answers the rules that complain. */
function lint(path: string, text: string): string[] {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const result = spawnSync(biome, ["lint", "--reporter=json", file], { cwd: root, encoding: "utf8" });
  const report = JSON.parse(result.stdout) as { diagnostics: { category: string }[] };
  return report.diagnostics.map(({ category }) => category.split("/").at(-1) ?? "");
}

const use = (specifier: string) => `import { thing } from "${specifier}";\nthing();\n`;

describe("the import direction", () => {
  test.each([
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
  ])("%s may not import %s", (path, specifier) => {
    expect(lint(path, use(specifier))).toContain("noRestrictedImports");
  });

  test.each([
    ["app/page.tsx", "@/components/orders/x"],
    ["app/page.tsx", "@/lib/orders/loaders"],
    ["components/orders/x.tsx", "@/lib/orders/status"],
    ["components/orders/x.tsx", "@/components/ui/button"],
    ["components/ui/x.tsx", "@/components/ui/button"],
    ["lib/orders/data.ts", "@/lib/supabase/service"],
    ["sandbox/x.ts", "../lib/base/site.ts"],
  ])("%s may import %s", (path, specifier) => {
    expect(lint(path, use(specifier))).not.toContain("noRestrictedImports");
  });
});

test("settings are read in lib/env only", () => {
  const text = "export const secret = process.env.STRIPE_SECRET_KEY;\n";
  expect(lint("lib/stripe/client.ts", text)).toContain("noProcessEnv");
  expect(lint("lib/base/env.ts", text)).not.toContain("noProcessEnv");
});
