import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

type Locked = {
  version: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
};
const lock: { packages: Record<string, Locked> } = read("package-lock.json");
const { allowScripts, dependencies, devDependencies } = read("package.json");

const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

test("no package runs a script when it is installed but those that we know", () => {
  const withScript = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  expect(withScript.filter((name) => !(name in allowScripts))).toEqual([]);
  expect(withScript.length).toBeGreaterThan(0);
});

test("every package comes from the registry, and is held by its hash", () => {
  const loose = packages.filter(
    ([, { resolved, integrity }]) =>
      !integrity?.startsWith("sha512-") || (resolved && !resolved.startsWith("https://registry.npmjs.org/")),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

test("the lockfile is of the packages that are asked for", () => {
  const asked = Object.keys({ ...dependencies, ...devDependencies });
  expect(asked.filter((name) => !lock.packages[`node_modules/${name}`])).toEqual([]);
  expect(lock.packages[""]).toMatchObject({ dependencies, devDependencies });
});

test("pictures are decoded by a library without the known way in", () => {
  // GHSA-2464-fhr4-w9xw: below 0.35.5 a picture runs code.
  const found = packages.filter(([path]) => nameOf(path) === "sharp").map(([, { version }]) => version);
  expect(found.length).toBeGreaterThan(0);
  const [, major = 0, minor = 0, patch = 0] = (
    found
      .sort()
      .at(0)
      ?.match(/^(\d+)\.(\d+)\.(\d+)/) ?? []
  ).map(Number);
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(35_005);
});
