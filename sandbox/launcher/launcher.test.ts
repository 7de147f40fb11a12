import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parseEnv } from "@/lib/base/env";
import { sandboxPublic } from "@/lib/base/env-public";
import { lookupOf } from "@/lib/base/grader-lookup";
import { eventHandlers } from "@/lib/jobs/stripe-events";
import { WEBHOOK_EVENTS } from "@/sandbox/launcher/webhook-events";
import { nodeOptions, startApp } from "./app-server.ts";
import { CpuTime } from "./cpu-time.ts";
import { sandboxEnvironment } from "./environment.ts";
import { type Erasure, erasePerson, erasureLines, erasureSchema, OBSTACLES } from "./erase-person.ts";
import { isInstalled } from "./install-packages.mjs";
import { readPorts } from "./ports.ts";
import { checkResult, jestResult, playwrightResult, summary, together } from "./test-report.ts";

describe("app server", () => {
  let other: Server;
  let dir: string;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "no-build-"));
    other = createServer((_, response) => response.end("the app of another checkout"));
    await new Promise<void>((resolve) => other.listen(0, "localhost", resolve));
  });
  afterEach(async () => {
    rmSync(dir, { recursive: true });
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });

  test("what answers on the app's port already is not taken for the app", async () => {
    const { port } = other.address() as AddressInfo;
    const started = startApp({
      root: process.cwd(),
      dir,
      port,
      mode: "start",
      env: process.env,
      onLine: () => {},
      onExit: () => {},
    });
    await expect(started).rejects.toThrow("The app ended by itself");
  });

  test.each([
    [undefined, 2],
    ["--max-old-space-size=300", 0.3],
  ])(
    "the app's heap ends where V8 still collects in time, unless whoever starts it says %s",
    (given, gigabytes) => {
      const script = 'console.log(process.getBuiltinModule("v8").getHeapStatistics().heap_size_limit)';
      const env = { ...process.env, NODE_OPTIONS: nodeOptions({ ...process.env, NODE_OPTIONS: given }) };
      const bytes = Number(execFileSync(process.execPath, ["-e", script], { env, encoding: "utf8" }));
      expect(bytes / 1e9).toBeCloseTo(gigabytes, 0);
    },
  );
});

describe("environment", () => {
  const own = { NODE_ENV: "test" } as const;

  test("a number at the grader leads somewhere in the sandbox, whichever company its group is for", () => {
    const { GRADER_LOOKUP_URL: lookup } = parseEnv(sandboxEnvironment(readPorts(own), own));
    for (const grader of ["PSA", null])
      expect(lookupOf(lookup, grader, sandboxPublic.GRADERS)).toMatch(/^https:\S+\{number\}/);
  });
});

describe("erase person", () => {
  const answer = (changes: Partial<Erasure> = {}): Erasure => ({
    done: false,
    found: { accounts: 1, orders: 2, mails: 0 },
    obstacles: [],
    erased_at: null,
    stripe_customers: [],
    ...changes,
  });

  test.each<[string, Partial<Erasure>, string[]]>([
    [
      "what it would do",
      { stripe_customers: ["cus_1"] },
      [
        "Would erase: 1 account, 2 orders. Amounts, ids and dates stay.",
        "Delete cus_1 in the payment service, by hand.",
        "Nothing was done. --yes does it.",
      ],
    ],
    [
      "what it did",
      { done: true, stripe_customers: ["cus_1"] },
      [
        "Erased: 1 account, 2 orders. Amounts, ids and dates stay.",
        "Delete cus_1 in the payment service, by hand.",
      ],
    ],
    [
      "what stands in the way",
      { obstacles: [{ reason: "with_us", about: "BATCH-1" }] },
      ["Nobody is erased as long as:", "  BATCH-1 is with us or the grading company."],
    ],
    ["that there is nobody", { done: true, found: { accounts: 0 } }, ["Nothing names this person."]],
    [
      "that somebody was erased before",
      { done: true, found: { accounts: 0 }, erased_at: "2026-11-24T10:00:00Z" },
      ["Erased on 2026-11-24T10:00:00Z.", "Nothing names this person."],
    ],
  ])("says %s", (_, changes, lines) => expect(erasureLines(answer(changes))).toEqual(lines));

  test("a reason that it does not know is no answer", () => {
    const obstacles = [{ reason: "weather", about: "BATCH-1" }];
    expect(erasureSchema.safeParse({ ...answer(), obstacles }).success).toBe(false);
    for (const words of Object.values(OBSTACLES)) expect(words).toMatch(/^(is|has|carries) .*\.$/);
  });

  test.each([
    [[]],
    [["jane@example.test"]],
    [["a@example.test", "b@example.test", "--by", "c@example.test"]],
  ])("%j does not say who and by whom", async (args) => {
    await expect(erasePerson({ env: { NODE_ENV: "test" }, args })).rejects.toThrow(
      /Say who, and which owner/,
    );
  });

  test("without a key nothing is asked", async () => {
    const args = ["jane@example.test", "--by", "owner@example.test"];
    const env = { NODE_ENV: "test", SUPABASE_URL: "http://127.0.0.1:1" } as const;
    await expect(erasePerson({ env, args })).rejects.toThrow(/SUPABASE_SECRET_KEY/);
  });
});

describe("install packages", () => {
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
    [
      "another version of a package",
      { ...wanted, "node_modules/next": { integrity: "sha512-former" } },
      false,
    ],
  ])("compares node_modules with the lock file when it has %s", (_, installed, is) => {
    write("package-lock.json", wanted);
    install(installed);
    expect(isInstalled(folder)).toBe(is);
  });

  test("is not installed without node_modules", () => {
    write("package-lock.json", wanted);
    expect(isInstalled(folder)).toBe(false);
  });
});

describe("run step", () => {
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test("a program does not outlive the run that started it", async () => {
    const module = pathToFileURL(join(process.cwd(), "sandbox/launcher/run-step.ts")).href;
    const program = "console.log(process.pid); setInterval(() => {}, 1000);";
    const folder = mkdtempSync(join(tmpdir(), "run-step-"));
    const logFile = join(folder, "log");
    const script = `
    import { existsSync, statSync } from "node:fs";
    import { runStep } from "${module}";
    void runStep({ command: process.execPath, args: ["--eval", ${JSON.stringify(program)}], cwd: "/", logFile: "${logFile}" });
    // Once the program has said its id.
    setInterval(() => existsSync("${logFile}") && statSync("${logFile}").size > 0 && process.exit(0), 20);`;
    const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", script];
    await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
    const pid = Number(readFileSync(logFile, "utf8").trim());
    rmSync(folder, { recursive: true });
    expect(pid).toBeGreaterThan(1);
    try {
      for (let tries = 0; isAlive(pid) && tries < 300; tries++)
        await new Promise((done) => setTimeout(done, 100));
      expect(isAlive(pid)).toBe(false);
    } finally {
      if (isAlive(pid)) process.kill(pid);
    }
  }, 60_000);
});

describe("webhook events", () => {
  test("the payment sandbox sends each type of event that the product works, and no other", () => {
    expect([...WEBHOOK_EVENTS].sort()).toEqual(Object.keys(eventHandlers).sort());
  });
});

describe("cpu time", () => {
  const busy = (milliseconds: number) =>
    spawnSync(process.execPath, ["-e", `while (process.cpuUsage().user < ${milliseconds * 1000});`]);

  test("charges each stage with the child processes that ended in it", () => {
    const cpu = new CpuTime();
    busy(60);
    cpu.charge("unit");
    cpu.charge("lint");
    if (!cpu.isKnown) return;
    expect(cpu.seconds.get("unit")).toBeGreaterThanOrEqual(0.05);
    expect(cpu.seconds.get("lint")).toBe(0);
  });
});

describe("test report", () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: [{ name: "/project/lib/a.test.ts", startTime: 1000, endTime: 2500 }],
  };

  describe("the result of a runner's report", () => {
    test("counts Jest's tests and times its files", () => {
      expect(jestResult("/project", report, 0)).toEqual({
        passed: 2,
        failed: 0,
        files: [{ name: "lib/a.test.ts", seconds: 1.5 }],
      });
    });

    test("counts a Jest file that could not run and a runner that ended badly as failed", () => {
      expect(jestResult("/project", { ...report, numRuntimeErrorTestSuites: 1 }, 1).failed).toBe(1);
      expect(jestResult("/project", report, 1).failed).toBe(1);
    });

    test("adds up Playwright's nested suites and counts a test that passed on a retry as failed", () => {
      const spec = { file: "x.spec.ts", tests: [{ results: [{ duration: 250 }] }] };
      const report = {
        stats: { expected: 1, unexpected: 0, flaky: 1 },
        suites: [{ specs: [spec], suites: [{ specs: [spec] }] }],
      };
      expect(playwrightResult(report, 0)).toEqual({
        passed: 1,
        failed: 1,
        files: [{ name: "e2e/x.spec.ts", seconds: 0.5 }],
      });
    });
  });

  test("the summary has CPU and wall time of each stage and the ten slowest files", () => {
    const files = Array.from({ length: 12 }, (_, n) => ({ name: `file ${n}`, seconds: n }));
    const unit = { name: "unit", seconds: 20.04, result: { passed: 12, failed: 0, files } };
    const lint = { name: "lint", seconds: 2, result: checkResult(1) };
    const lines = summary(
      [lint, unit],
      new Map([
        ["lint", 1],
        ["build", 60],
        ["unit", 30],
      ]),
    );
    expect(lines.slice(0, 6)).toEqual([
      "  CPU s  wall s",
      "    1.0     2.0  lint       0 passed, 1 failed",
      "   30.0    20.0  unit       12 passed, 0 failed",
      "   60.0          build",
      "   91.0         total",
      "The slowest files, in seconds:",
    ]);
    expect(lines).toHaveLength(16);
    expect(lines[6]).toBe("   11.0  unit      file 11");
    expect(together(lint.result, unit.result)).toMatchObject({ passed: 12, failed: 1 });
  });
});
