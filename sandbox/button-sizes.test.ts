import { readFileSync } from "node:fs";
import ts from "typescript";
import { projectFiles } from "./project-files.ts";

/** The rule is in app/button.css: large sends a page's own form, small stands in a message or a row, all others are medium. */
const BUTTON = /^(Button|ButtonLink|SubmitButton|RefreshButton|PortalButton|DialogButton)$/;
/** Begin everything on a public page, or stand in the place of a form. */
const LARGE = /^components\/(site\/|account\/sign-in\/provider-buttons)/;

type Tag = ts.JsxOpeningElement | ts.JsxSelfClosingElement;

function sizeOf({ attributes }: Tag): string {
  for (const attribute of attributes.properties) {
    if (ts.isJsxAttribute(attribute) && attribute.name.getText() === "size")
      return attribute.initializer?.getText().replaceAll(/["{}]/g, "") ?? "";
  }
  return "md";
}

/** Answers whether a tag stands in what an Alert offers to do, or in a cell of a table. */
function isInMessageOrRow(tag: Tag): boolean {
  for (let node: ts.Node = tag; node.parent; node = node.parent) {
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === "Cell") return true;
    if (!ts.isJsxAttribute(node) || node.name.getText() !== "action") continue;
    const owner = node.parent.parent;
    return /^Alert$/.test(owner.tagName.getText());
  }
  return false;
}

function wrongButtons(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const wrong: string[] = [];
  const look = (node: ts.Node): void => {
    if (
      (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) &&
      BUTTON.test(node.tagName.getText())
    ) {
      const name = node.tagName.getText();
      const size = sizeOf(node);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const isLargeHere = name === "SubmitButton" || LARGE.test(file);
      if (size === "lg" && !isLargeHere) wrong.push(`${file}:${line + 1} is large`);
      if (isInMessageOrRow(node) && size === "md") wrong.push(`${file}:${line + 1} is not small`);
    }
    node.forEachChild(look);
  };
  look(source);
  return wrong;
}

test("a button's size says where it stands: large sends a form, small is in a message or a row", () => {
  const files = projectFiles(process.cwd()).filter((file) => /^(app|components)\/.*\.tsx$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(wrongButtons)).toEqual([]);
});
