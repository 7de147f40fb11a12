import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

type Component = { name: string; version: string; hashes?: object[] };

test("a bill of materials can be made of the lockfile, with every package that the product needs", () => {
  // `npm sbom --omit=dev` leaves out what a tool needs as well, react among it: so the tools are taken out beforehand.
  const folder = mkdtempSync(join(tmpdir(), "bill-"));
  try {
    const { devDependencies: _tools, ...manifest } = readJson(join(root, "package.json"));
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    copyFileSync(join(root, "package-lock.json"), join(folder, "package-lock.json"));
    const npm = (...args: string[]) =>
      // A cache of its own: what npm has once seen of other platforms' binaries would come into the bill.
      execFileSync("npm", [...args, "--package-lock-only", "--cache", join(folder, "cache")], {
        cwd: folder,
        encoding: "utf8",
        maxBuffer: 2 ** 28,
      });
    npm("install", "--offline", "--ignore-scripts");
    const bill = JSON.parse(npm("sbom", "--sbom-format=cyclonedx"));
    expect(bill.bomFormat).toBe("CycloneDX");
    const components: Component[] = bill.components;
    const named = new Set(components.map(({ name }) => name));
    expect(Object.keys(manifest.dependencies).filter((name) => !named.has(name))).toEqual([]);
    const locked = Object.entries<{ version: string }>(readJson(join(root, "package-lock.json")).packages);
    const isLocked = ({ name, version }: Component) =>
      locked.some(([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version);
    expect(components.filter((component) => !component.hashes?.length || !isLocked(component))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);
