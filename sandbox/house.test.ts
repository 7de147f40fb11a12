import { readFileSync } from "node:fs";
import { inspectHouse, type SourceFile } from "./house.ts";
import { projectFiles } from "./project-files.ts";

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
