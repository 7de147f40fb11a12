import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

test("a bill of materials can be made of the lockfile, with every package that the product needs", () => {
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev"];
  const bill = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 }));
  expect(bill.bomFormat).toBe("CycloneDX");
  const named: string[] = bill.components.map(({ name }: { name: string }) => name);
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(Object.keys(dependencies).filter((name) => !named.includes(name))).toEqual([]);
}, 120_000);
