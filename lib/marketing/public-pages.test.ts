import { globSync, readFileSync } from "node:fs";
import { publicPages } from "@/lib/marketing/public-pages";

test("the public pages are those of app/(site) and app/(sample), and next.config.mjs names the same", () => {
  const pages = globSync(["app/(site)/**/page.tsx", "app/(sample)/**/page.tsx"]).map((file) =>
    file.replace(/^app\/\((site|sample)\)|\/page\.tsx$/g, ""),
  );
  expect(pages.map((path) => path || "/").sort()).toEqual([...publicPages].sort());
  const named = /^const publicPages = (\[.*\]);$/m.exec(readFileSync("next.config.mjs", "utf8"))?.[1];
  expect(JSON.parse(named ?? "")).toEqual(publicPages);
});
