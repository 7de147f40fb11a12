import { z } from "zod";

/** Shared sandboxes: `confirming` requires email confirmation, and browser tests change the time of `clock`. */
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

export type SandboxSettings = z.infer<typeof settings>;

export function ownSandbox(): SandboxSettings {
  if (!process.env.SANDBOX_DATABASE_URL)
    throw new Error("SANDBOX_DATABASE_URL is not set: run the file by `npm test -- e2e FILE`.");
  return settings.parse({ ...process.env });
}

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
