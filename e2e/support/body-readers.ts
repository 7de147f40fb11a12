import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

/** Returns whether a route's method reads a body by a schema. Throws when its options aren't a literal. */
function readsBody(
  { initializer: call }: ts.PropertyAssignment,
  route: string,
  source: ts.SourceFile,
): boolean {
  if (!ts.isCallExpression(call) || call.expression.getText(source) !== "endpoint") return false;
  const [described] = call.arguments;
  if (
    !described ||
    !ts.isObjectLiteralExpression(described) ||
    described.properties.some(ts.isSpreadAssignment)
  )
    throw new Error(`${route}: the options of an endpoint are described elsewhere`);
  return described.properties.some((one) => one.name?.getText(source) === "body");
}

/** Returns the endpoints of a route's source that read a body by a schema. */
export function bodyReadersOf(route: string, text: string): string[] {
  const source = ts.createSourceFile(route, text, ts.ScriptTarget.Latest, false);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && readsBody(node, route, source))
      found.push(`${node.name.getText(source)} ${route}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns all endpoints of app/api that read a body by a schema. */
export function bodyReaders(): string[] {
  return globSync("app/api/**/route.ts", { cwd: ROOT }).flatMap((file) => {
    const route = `/${file.replaceAll("\\", "/").split("/").slice(1, -1).join("/")}`;
    return bodyReadersOf(route, readFileSync(join(ROOT, file), "utf8"));
  });
}
