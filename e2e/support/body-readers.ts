import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

/** Returns an endpoint's method: its property in `apiRoute`, or that of the helper that defines a single endpoint. */
function methodOf(call: ts.CallExpression, source: ts.SourceFile): string | undefined {
  const name = call.expression.getText(source);
  if (name === "endpoint" && ts.isPropertyAssignment(call.parent)) return call.parent.name.getText(source);
  return { postRoute: "POST", getRoute: "GET" }[name];
}

/** Whether a property spreads shared options that only describe the path, such as `orderInPath`. */
const isPathSpread = (one: ts.ObjectLiteralElementLike, source: ts.SourceFile): boolean =>
  ts.isSpreadAssignment(one) && one.expression.getText(source).endsWith("InPath");

/** Returns whether an endpoint reads a body with a schema. Throws if its options aren't a literal. */
function readsBody(call: ts.CallExpression, route: string, source: ts.SourceFile): boolean {
  const [described] = call.arguments;
  if (
    !described ||
    !ts.isObjectLiteralExpression(described) ||
    described.properties.some((one) => ts.isSpreadAssignment(one) && !isPathSpread(one, source))
  )
    throw new Error(`${route}: the options of an endpoint are described elsewhere`);
  return described.properties.some((one) => one.name?.getText(source) === "body");
}

function bodyReadersOf(route: string, text: string): string[] {
  const source = ts.createSourceFile(route, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const method = ts.isCallExpression(node) ? methodOf(node, source) : undefined;
    if (ts.isCallExpression(node) && method && readsBody(node, route, source))
      found.push(`${method} ${route}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns all endpoints in app/api that read a body with a schema. */
export function bodyReaders(): string[] {
  return globSync("app/api/**/route.ts", { cwd: ROOT }).flatMap((file) => {
    const route = `/${file.replaceAll("\\", "/").split("/").slice(1, -1).join("/")}`;
    return bodyReadersOf(route, readFileSync(join(ROOT, file), "utf8"));
  });
}
