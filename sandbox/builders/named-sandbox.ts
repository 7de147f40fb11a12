import { z } from "zod";

/**
 * What all test processes share, beside their own sandbox: `confirming`, another app on the same data, whose auth service
 * asks people to confirm their addresses, and `clock`, a sandbox whose time the browser tests of the full suite move.
 */
const NAMES = ["confirming", "clock"] as const;
type SandboxName = (typeof NAMES)[number];

const settings = z
  .object({
    APP_URL: z.string(),
    MAILBOX_URL: z.string(),
    SANDBOX_DATABASE_URL: z.string(),
    SMTP_URL: z.string(),
    STRIPE_API_URL: z.string(),
    SUPABASE_URL: z.string(),
  })
  .catchall(z.string());

/** Where a sandbox's services are, and the settings with which an app uses them. */
export type SandboxSettings = z.infer<typeof settings>;

/** Returns the settings of the sandbox that belongs to this test process alone. */
export function ownSandbox(): SandboxSettings {
  if (!process.env.SANDBOX_DATABASE_URL)
    throw new Error("SANDBOX_DATABASE_URL is not set: run the file by `npm test -- e2e FILE`.");
  return settings.parse({ ...process.env });
}

/** The settings of a sandbox by its name; throws what to do when there is none. */
export function sandboxNamed(name: SandboxName): SandboxSettings {
  const text = process.env.TEST_SANDBOXES;
  if (!text) {
    throw new Error(
      "TEST_SANDBOXES is not set: run the file by `npm test -- e2e FILE`, or by Jest or Playwright with the project's configuration, whose set-up starts the sandboxes.",
    );
  }
  const found = z.partialRecord(z.enum(NAMES), settings).parse(JSON.parse(text))[name];
  if (!found) throw new Error(`This part of the tests starts no sandbox with the name "${name}".`);
  return found;
}
