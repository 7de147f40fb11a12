import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

type Locked = {
  version: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  /** It comes inside the archive of the package above it, whose hash covers it. */
  inBundle?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, Locked> };

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Finds what `from` gets when it requires `name`: in its own node_modules, or in that of a folder above. */
function resolveLocked(lock: Lock, from: string, name: string): Locked | undefined {
  const found = lock.packages[`${from && `${from}/`}node_modules/${name}`];
  if (found || from === "") return found;
  return resolveLocked(lock, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}

/** Lists what `npm ci` would refuse a lock file for: packages that a locked one depends on, on any platform. */
function missingFrom(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name, range]) => {
        const found = resolveLocked(lock, path, name);
        return !found || (/^\d+\.\d+\.\d+$/.test(range) && found.version !== range);
      })
      .map(([name, range]) => `${name}@${range}`),
  );
}

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
      ([, { resolved, integrity, inBundle }]) =>
        !(inBundle || integrity?.startsWith("sha512-")) ||
        (resolved && !resolved.startsWith("https://registry.npmjs.org/")),
    );
    expect(loose.map(([path]) => path)).toEqual([]);
    expect(packages.length).toBeGreaterThan(10);
  });

  test("`npm ci` finds each one's dependencies for all platforms in the lock file", () => {
    expect(missingFrom(lock)).toEqual([]);
  });

  test("the lockfile is of the packages that are asked for", () => {
    const asked = Object.keys({ ...dependencies, ...devDependencies });
    expect(asked.filter((name) => !lock.packages[`node_modules/${name}`])).toEqual([]);
    expect({ devDependencies: {}, ...lock.packages[""] }).toMatchObject({ dependencies, devDependencies });
  });
});

test("reports a platform's optional package that the lock file lacks", () => {
  const { "node_modules/@next/swc-win32-x64-msvc": gone, ...packages } = project.lock.packages;
  expect(missingFrom({ packages })).toEqual([`@next/swc-win32-x64-msvc@${gone?.version}`]);
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
