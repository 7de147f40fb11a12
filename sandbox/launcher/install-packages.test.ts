import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInstalled } from "./install-packages.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "install-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Packages = Record<string, { integrity?: string; optional?: true; dev?: true }>;
const wanted: Packages = {
  "": {},
  "node_modules/next": { integrity: "sha512-next" },
  "node_modules/node": { integrity: "sha512-node", dev: true },
  "node_modules/swc-of-another-platform": { integrity: "sha512-swc", optional: true },
};

function write(path: string, packages: Packages): void {
  writeFileSync(join(folder, path), JSON.stringify({ packages }));
}

function install(packages: Packages): void {
  mkdirSync(join(folder, "node_modules"));
  write("node_modules/.package-lock.json", packages);
}

test.each<[string, Packages, boolean]>([
  [
    "all but the optional packages of other platforms",
    { ...wanted, "node_modules/swc-of-another-platform": {} },
    true,
  ],
  ["no development packages", { "node_modules/next": { integrity: "sha512-next" } }, false],
  ["another version of a package", { ...wanted, "node_modules/next": { integrity: "sha512-former" } }, false],
])("compares node_modules with the lock file when it has %s", (_, installed, is) => {
  write("package-lock.json", wanted);
  install(installed);
  expect(isInstalled(folder)).toBe(is);
});

test("is not installed without node_modules", () => {
  write("package-lock.json", wanted);
  expect(isInstalled(folder)).toBe(false);
});
