import { execFile } from "node:child_process";
import { promisify } from "node:util";

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

/** Reads the configuration as a build does; answers what it says when it refuses. */
async function build(settings: Record<string, string>): Promise<string> {
  const script = `import("./next.config.mjs").then(({ default: config }) => config("phase-production-build"))
    .catch((error) => { console.error(error.message); process.exit(1); })`;
  const env = { PATH: process.env.PATH, NODE_ENV: "production", ...settings } as NodeJS.ProcessEnv;
  return run(process.execPath, ["--eval", script], { env }).then(
    () => "",
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );
}

test("a build with all settings of the public pages is let on", async () => {
  expect(await build(SETTINGS)).toBe("");
});

test.each([
  ["SITE_URL", "missing", ""],
  ["CONTACT_EMAIL", "malformed", "nobody"],
  ["RECEIVING_ADDRESS", "malformed", "1 Main Street"],
  ["INSURANCE_LIMIT", "malformed", "a lot"],
])("without a good %s it is refused by name, as %s", async (name, problem, value) => {
  expect(await build({ ...SETTINGS, [name]: value })).toMatch(
    new RegExp(`^${name} is ${problem} \\(example: .+\\)\\. It is part of the build\\.$`),
  );
});
