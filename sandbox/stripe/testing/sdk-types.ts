import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const FOLDER = join(process.cwd(), "sandbox/stripe");
const RESOURCES = join(process.cwd(), "node_modules/stripe/esm/resources");

/** The fields that the SDK's interface promises, without the optional ones. */
export function requiredFields(file: string, name: string): string[] {
  const path = join(RESOURCES, `${file}.d.ts`);
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  const found = source.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  const members = found?.members ?? [];
  return members.flatMap((member) =>
    ts.isPropertySignature(member) && !member.questionToken && ts.isIdentifier(member.name)
      ? [member.name.text]
      : [],
  );
}

/**
 * What the compiler says to these values as literals of these types: a wrong value, a missing and an unknown field
 * are all errors. An empty list means that all fit.
 */
export function typeErrors(checks: { type: string; value: unknown }[]): string[] {
  const file = join(FOLDER, "checked-values.ts");
  const lines = checks.map(
    ({ type, value }, index) => `export const value${index}: ${type} = ${JSON.stringify(value)};`,
  );
  const text = [
    'import type Stripe from "stripe";',
    'import type { WireInvoice, WireLineItem, WirePrice, WireSubscription, WireSubscriptionItem } from "./object-types.ts";',
    ...lines,
  ].join("\n");
  const options: ts.CompilerOptions = {
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2023,
    types: ["node"],
    typeRoots: [join(dirname(FOLDER), "../node_modules/@types")],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists.call(host, path);
  host.getSourceFile = (path, version, ...rest) =>
    path === file
      ? ts.createSourceFile(file, text, version)
      : getSourceFile.call(host, path, version, ...rest);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  return program
    .getSemanticDiagnostics(source)
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
}
