import { sandboxNamed } from "./named-sandbox.ts";

const settings = {
  APP_URL: "http://localhost:1",
  MAILBOX_URL: "http://localhost:2",
  SANDBOX_DATABASE_URL: "postgres://localhost:3",
  SMTP_URL: "smtp://localhost:4",
  STRIPE_API_URL: "http://localhost:5",
  SUPABASE_JWT_SECRET: "secret",
  SUPABASE_URL: "http://localhost:6",
  CRON_SECRET: "cron",
};
const all = { confirming: settings, appless: settings, events: settings, clock: settings };

afterEach(() => {
  delete process.env.TEST_SANDBOXES;
});

test("a sandbox's settings are found by its name, those that only its app reads among them", () => {
  process.env.TEST_SANDBOXES = JSON.stringify({ ...all, clock: { ...settings, APP_URL: "http://clock" } });
  expect(sandboxNamed("clock")).toEqual({ ...settings, APP_URL: "http://clock" });
  expect(sandboxNamed("events").CRON_SECRET).toBe("cron");
});

test("without any it says what to do", () => {
  expect(() => sandboxNamed("clock")).toThrow("run the file by `npm test -- e2e FILE`");
});

test("a sandbox or a setting that is missing is named", () => {
  process.env.TEST_SANDBOXES = JSON.stringify({ ...all, clock: undefined });
  expect(() => sandboxNamed("clock")).toThrow("clock");
  process.env.TEST_SANDBOXES = JSON.stringify({ ...all, clock: { ...settings, MAILBOX_URL: undefined } });
  expect(() => sandboxNamed("clock")).toThrow("MAILBOX_URL");
});
