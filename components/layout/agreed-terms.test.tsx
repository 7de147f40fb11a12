import { renderToStaticMarkup } from "react-dom/server";
import { AgreedTerms } from "@/components/layout/agreed-terms";
import { paths } from "@/lib/base/paths";

test("what is agreed to is linked, each by its own page", () => {
  const html = renderToStaticMarkup(<AgreedTerms act="paying" />);
  expect(html).toContain("By paying you agree to our");
  for (const path of [paths.terms, paths.refunds, paths.insurance, paths.privacy])
    expect(html).toContain(`href="${path}"`);
});
