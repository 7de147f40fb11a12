import { renderToStaticMarkup } from "react-dom/server";
import { OpenGroupForm } from "@/components/staff/groups/open-group-form";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: jest.fn() }) }));

test("the graders that the settings name are offered, so that a group has the name by which its page is found", () => {
  const html = renderToStaticMarkup(<OpenGroupForm grader="PSA" graders={["PSA", "BGS"]} />);
  const list = html.match(/list="([^"]+)"/)?.[1];
  expect(html).toContain(
    `<datalist id="${list}"><option value="PSA"></option><option value="BGS"></option></datalist>`,
  );
});
