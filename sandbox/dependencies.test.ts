import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

type Locked = {
  version: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
};
type Lock = { packages: Record<string, Locked> };

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** What a folder's manifest asks for and allows, and what its lock file holds. */
function packagesOf(folder: string) {
  const read = (file: string) => JSON.parse(readFileSync(join(root, folder, file), "utf8"));
  const lock: Lock = read("package-lock.json");
  const { allowScripts = {}, dependencies = {}, devDependencies = {} } = read("package.json");
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  return { lock, packages, allowScripts, dependencies, devDependencies };
}

const project = packagesOf(".");
const bench = packagesOf("sandbox/bench");

describe.each([
  ["the project", project],
  ["the bench", bench],
])("the packages of %s", (_, { lock, packages, allowScripts, dependencies, devDependencies }) => {
  test("none runs a script when it is installed but those that we know", () => {
    const withScript = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect(withScript.filter((name) => !(name in allowScripts))).toEqual([]);
  });

  test("each comes from the registry, and is held by its hash", () => {
    const loose = packages.filter(
      ([, { resolved, integrity }]) =>
        !integrity?.startsWith("sha512-") ||
        (resolved && !resolved.startsWith("https://registry.npmjs.org/")),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
    expect(packages.length).toBeGreaterThan(10);
  });

  test("the lockfile is of the packages that are asked for", () => {
    const asked = Object.keys({ ...dependencies, ...devDependencies });
    expect(asked.filter((name) => !lock.packages[`node_modules/${name}`])).toEqual([]);
    expect({ devDependencies: {}, ...lock.packages[""] }).toMatchObject({ dependencies, devDependencies });
  });
});

test("what runs a script when it is installed is seen", () => {
  expect(project.packages.some(([, { hasInstallScript }]) => hasInstallScript)).toBe(true);
});

test("what only the bench needs is not installed with the project", () => {
  const both = Object.keys(bench.dependencies).filter(
    (name) => `node_modules/${name}` in project.lock.packages,
  );
  expect(both).toEqual([]);
});

test("pictures are decoded by a library without the known way in", () => {
  // GHSA-2464-fhr4-w9xw: below 0.35.5 a picture runs code.
  const found = project.packages
    .filter(([path]) => nameOf(path) === "sharp")
    .map(([, { version }]) => version);
  expect(found.length).toBeGreaterThan(0);
  const [, major = 0, minor = 0, patch = 0] = (
    found
      .sort()
      .at(0)
      ?.match(/^(\d+)\.(\d+)\.(\d+)/) ?? []
  ).map(Number);
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(35_005);
});
