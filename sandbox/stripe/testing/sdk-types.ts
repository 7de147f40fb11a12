import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = process.cwd();
const RESOURCES = join(ROOT, "node_modules/stripe/esm/resources");
const parsed = new Map<string, ts.SourceFile>();

function sourceOf(path: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known) return known;
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  parsed.set(path, source);
  return source;
}

/** The fields that the SDK's interface promises, without the optional ones. */
export function requiredFields(file: string, name: string): string[] {
  const found = sourceOf(join(RESOURCES, `${file}.d.ts`)).statements.find(
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
export async function typeErrors(checks: { type: string; value: unknown }[]): Promise<string[]> {
  // Below the project, where the SDK's types are found, and where no other check looks.
  mkdirSync(join(ROOT, ".local"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".local", "checked-values-"));
  try {
    const lines = checks.map(
      ({ type, value }, index) => `export const value${index}: ${type} = ${JSON.stringify(value)};`,
    );
    const text = [
      'import type Stripe from "stripe";',
      'import type { WireInvoice, WireLineItem, WirePrice, WireSubscription, WireSubscriptionItem } from "../../sandbox/stripe/object-types.ts";',
      ...lines,
    ].join("\n");
    writeFileSync(join(folder, "values.ts"), text);
    const compilerOptions = {
      allowImportingTsExtensions: true,
      module: "esnext",
      moduleResolution: "bundler",
      noEmit: true,
      skipLibCheck: true,
      strict: true,
      target: "es2023",
      types: ["node"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["values.ts"] }));
    return await compile(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the compiler that is written in Go, the quick one, and answers its errors, a line each. */
function compile(folder: string): Promise<string[]> {
  const compiler = join(ROOT, "node_modules/typescript-7/bin/tsc");
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [compiler, "--singleThreaded", "--pretty", "false", "-p", folder],
      (error, output) => {
        const errors = output.split("\n").filter((line) => line.includes("error TS"));
        if (error && errors.length === 0)
          reject(new Error(`The compiler ended with: ${error.message} ${output}`));
        else resolve(errors);
      },
    );
  });
}
