import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";

/* An instance whose settings are those of hosted services. */

let app: AppProcess;
afterEach(() => app.kill());

test("redirects the auth test page home unless it is enabled", async () => {
  const settings = await atOwnAddress(ownSandbox());
  const page = () => fetch(`${settings.APP_URL}/test-auth`, { redirect: "manual" });
  // Whatever is not the sandbox's key stands for hosted services.
  app = new AppProcess({ ...settings, SUPABASE_SECRET_KEY: "sb_secret_of_production" });
  await app.start();
  const answer = await page();
  expect(answer.status).toBe(307);
  expect(answer.headers.get("location")).toBe("/");
  await app.kill();
  await app.start({ ENABLE_TEST_AUTH: "1" });
  expect(await (await page()).text()).toContain("Test Sign In");
});
