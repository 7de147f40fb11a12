import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { CALENDAR_YEARS, federalHolidays, holidayRows } from "@/sandbox/calendar";

describe("docs", () => {
  const root = join(import.meta.dirname, "..");
  const pages = globSync(["*.md", "docs/**/*.md", "sandbox/**/*.md"], { cwd: root })
    .filter((page) => !page.includes("node_modules"))
    .sort();
  const textOf = (page: string) => readFileSync(join(root, page), "utf8");
  const functions = new Set(
    globSync("supabase/migrations/*.sql", { cwd: root }).flatMap((file) =>
      [...textOf(file).matchAll(/^create function (?:public|private)\.(\w+)/gm)].map(([, name]) => name),
    ),
  );

  /** Returns project paths in code spans, except those with placeholders. */
  const pathsIn = (text: string) =>
    [...text.matchAll(/`([\w.()[\]-]+\/[\w./()[\]-]+)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => /^(app|components|lib|supabase|sandbox|e2e|public|docs)\//.test(path));
  /** Returns the targets of links within the project. */
  const linksIn = (page: string) =>
    [...textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, link = ""]) =>
      normalize(join(dirname(page), link)),
    );
  /** Returns the SQL functions named in architecture.md, which documents where each rule is decided. */
  const functionsIn = (text: string) =>
    [...text.matchAll(/`(?:private\.)?([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = ""]) => name);

  const isThere = (path: string) =>
    ["", ".ts", ".tsx"].some((ending) => existsSync(join(root, path + ending)));

  describe("existing names", () => {
    test.each(pages)("%s", (page) => {
      const named = [...pathsIn(textOf(page)), ...linksIn(page)];
      expect(named.filter((path) => !isThere(path))).toEqual([]);
    });

    test("names only existing SQL functions in architecture.md", () => {
      const named = functionsIn(textOf("docs/architecture.md")).filter((name) => name !== "dedupe_key");
      expect(named.length).toBeGreaterThan(20);
      expect(named.filter((name) => !functions.has(name))).toEqual([]);
    });
  });
});

describe("dependencies", () => {
  const root = join(import.meta.dirname, "..");

  type Locked = {
    version: string;
    resolved?: string;
    integrity?: string;
    hasInstallScript?: boolean;
    /** The package is inside its parent package's archive, whose hash covers it. */
    inBundle?: boolean;
    link?: boolean;
    dependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
  };
  type Lock = { packages: Record<string, Locked> };

  const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

  /** Returns what a folder's manifest requires and allows, and what its lock file contains. */
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
  ])("the packages of %s", (_, { packages, allowScripts }) => {
    test("allows install scripts only for known packages", () => {
      const withScript = packages
        .filter(([, { hasInstallScript }]) => hasInstallScript)
        .map(([path]) => nameOf(path));
      expect(withScript.filter((name) => !(name in allowScripts))).toEqual([]);
    });

    test("installs each package from the registry with an integrity hash", () => {
      const loose = packages.filter(
        ([, { resolved, integrity, inBundle }]) =>
          !(inBundle || integrity?.startsWith("sha512-")) ||
          (resolved && !resolved.startsWith("https://registry.npmjs.org/")),
      );
      expect(loose.map(([path]) => path)).toEqual([]);
      expect(packages.length).toBeGreaterThan(10);
    });
  });
});

describe("build settings", () => {
  const run = promisify(execFile);

  const SETTINGS = {
    SITE_URL: "https://www.example.com",
    CONTACT_EMAIL: "support@example.com",
    RECEIVING_ADDRESS: "Example Receiving | EX Receiving | 1 Main Street | Columbus | OH | 43004 | US",
    BUSINESS_NAME: "Example Grading Services LLC",
    BUSINESS_ADDRESS: "1 Main Street, Columbus, OH 43004, US",
    GRADERS: "First Grading Company",
    DEALER_NUMBER: "",
    INSURANCE_LIMIT: "5000",
    SUPPORT_HOURS: "Monday to Friday",
  };

  /** Loads the configuration as a build does. Returns the error message if it is rejected. */
  async function build(settings: Record<string, string>): Promise<string> {
    const script = `import("./next.config.mjs").then(({ default: config }) => config("phase-production-build"))
    .catch((error) => { console.error(error.message); process.exit(1); })`;
    const env = { PATH: process.env.PATH, NODE_ENV: "production", ...settings } as NodeJS.ProcessEnv;
    return run(process.execPath, ["--eval", script], { env }).then(
      () => "",
      ({ stderr }: { stderr: string }) => stderr.trim(),
    );
  }

  test("builds with all public settings", async () => {
    expect(await build(SETTINGS)).toBe("");
  });

  test.each([
    ["SITE_URL", "missing", ""],
    ["CONTACT_EMAIL", "malformed", "nobody"],
    ["RECEIVING_ADDRESS", "malformed", "1 Main Street"],
    ["INSURANCE_LIMIT", "malformed", "a lot"],
  ])("rejects a build when %s is %s", async (name, problem, value) => {
    expect(await build({ ...SETTINGS, [name]: value })).toMatch(
      new RegExp(`^${name} is ${problem} \\(example: .+\\)\\. It is part of the build\\.$`),
    );
  });
});

describe("calendar", () => {
  const MIGRATION = join(__dirname, "../supabase/migrations/20261122000150_business_calendar.sql");
  const ROWS = /(insert into public\.holidays \(day, name\) values\n)([\s\S]*?)(;\n)/;

  /** Leaves five years to add the next holidays. `UPDATE_HOLIDAYS=1` writes those of CALENDAR_YEARS. */
  const YEARS_AHEAD = 5;

  test("has the library's holidays in the database", () => {
    const rows = holidayRows(federalHolidays(CALENDAR_YEARS.first, CALENDAR_YEARS.last));
    const migration = readFileSync(MIGRATION, "utf8");
    expect(ROWS.test(migration)).toBe(true);
    if (process.env.UPDATE_HOLIDAYS) {
      writeFileSync(
        MIGRATION,
        migration.replace(ROWS, (_, head, __, end) => head + rows + end),
      );
      return;
    }
    expect(ROWS.exec(migration)?.[2]).toBe(rows);
  });

  test("covers at least the next five years", () => {
    expect(CALENDAR_YEARS.last).toBeGreaterThanOrEqual(new Date().getUTCFullYear() + YEARS_AHEAD);
  });
});
