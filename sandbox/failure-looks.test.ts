import { readFileSync } from "node:fs";
import { projectFiles } from "./project-files.ts";

/** Stands in what every page loads first, so that it is drawn without parts. */
const OWN_LOOK = /^components\/(ui\/failure|layout\/failed-page)\.tsx$/;

test("what a press has failed at is told by Alert or Failure, in one look each", () => {
  const files = projectFiles(process.cwd()).filter(
    (file) => /^(app|components)\/.*\.tsx$/.test(file) && !/\.test\.tsx$/.test(file) && !OWN_LOOK.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const own = files.filter((file) => /<(?:p|div|span)\s[^>]*role="alert"/.test(readFileSync(file, "utf8")));
  expect(own).toEqual([]);
});
