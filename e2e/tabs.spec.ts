import { paths } from "../lib/base/paths.ts";
import { PASSWORD } from "../sandbox/builders/person.ts";
import { expect, test } from "./fixtures.ts";
import { LoginPage } from "./pages/login.page.ts";

test("pages that are open notice signing in, another person, and signing out", { tag: "@full" }, async ({
  page,
  context,
  product,
  signIn,
}) => {
  const [first, second] = await Promise.all([product.person(), product.person()]);
  const login = new LoginPage(page);
  await login.open("?next=/dashboard");
  const home = await context.newPage();
  await home.goto(paths.home);
  const banner = home.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();

  const other = await context.newPage();
  await signIn(other, { email: first.email, password: PASSWORD });
  await other.goto(paths.submit);
  // Not while it is still the log-in that leads there.
  await page.waitForURL((url) => url.pathname === paths.dashboard);
  await expect(page.getByRole("banner").getByText(first.email)).toBeVisible();
  await expect(banner.getByRole("link", { name: "Dashboard" })).toBeVisible();

  await signIn(other, { email: second.email, password: PASSWORD });
  await other.goto(paths.submit);
  await expect(page.getByRole("banner").getByText(second.email)).toBeVisible();

  await other.getByRole("button", { name: "Sign Out" }).click();
  await other.waitForURL((url) => url.pathname === paths.home);
  await page.waitForURL(/\/login\?next=%2Fdashboard$/);
  await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
});

test("a page of the same person stays as it is", { tag: "@full" }, async ({
  page,
  context,
  product,
  signIn,
}) => {
  const { email } = await product.person();
  await signIn(page, { email, password: PASSWORD });
  await page.goto(paths.submit);
  await expect(page.getByRole("banner").getByText(email)).toBeVisible();
  await page.evaluate(() => {
    const heard: unknown[] = [];
    new BroadcastChannel("session").onmessage = ({ data }) => heard.push(data);
    Object.assign(window, { heard });
  });
  const heard = () => page.evaluate(() => (Reflect.get(window, "heard") as unknown[] | undefined)?.length);
  const other = await context.newPage();
  const visited = [paths.dashboard, paths.home, paths.profile];
  for (const [at, path] of visited.entries()) {
    await other.goto(path);
    await expect(other.getByRole("banner").getByRole("link", { name: "Dashboard" })).toBeVisible();
    // A page speaks once its script runs, which may be after it can be seen.
    await expect.poll(heard).toBe(at + 1);
  }
  // A reload that one of them set off would end this call, and what was heard would be gone.
  await page.evaluate((path) => fetch(path), paths.home);
  expect(await heard()).toBe(visited.length);
});
