import type { Sql, Transaction } from "@/sandbox/builders/test-database";

export async function readSources(db: Sql | Transaction): Promise<Map<string, string>> {
  const rows = await db<{ name: string; source: string }[]>`
    select p.proname as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private')`;
  return new Map(rows.map(({ name, source }) => [name, source.replace(/--.*$/gm, "")]));
}

export function callsOf(source: string, name: string): string[][] {
  const starts = [...source.matchAll(new RegExp(String.raw`\b${name}\s*\(`, "g"))];
  return starts.map(({ index, 0: opening }) => {
    const args = [""];
    let depth = 1;
    let isQuoted = false;
    for (const letter of source.slice(index + opening.length)) {
      if (letter === "'") isQuoted = !isQuoted;
      if (!isQuoted && "([".includes(letter)) depth++;
      if (!isQuoted && ")]".includes(letter)) depth--;
      if (depth === 0) break;
      if (letter === "," && depth === 1 && !isQuoted) args.push("");
      else args[args.length - 1] += letter;
    }
    return args.map((arg) => arg.trim());
  });
}

export function wordsOf(expression = ""): string[] {
  const [, word] = /^'([a-z_]+)'$/.exec(expression.trim()) ?? [];
  if (word) return [word];
  return [...expression.matchAll(/\b(?:then|else)\s+'([a-z_]+)'/g)].map(([, given]) => given ?? "");
}

export function assignedValues(source: string, variable: string): string[] {
  const values = [...source.matchAll(new RegExp(String.raw`\b${variable}(?: text)? := ([^;]+);`, "g"))];
  return values.flatMap(([, value = ""]) => wordsOf(value));
}
