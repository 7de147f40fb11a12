/** One change to a function's text that its tests should detect. */
export type SqlMutant = {
  /** Line number in the function's definition, from 1. */
  line: number;
  /** The change, as "before → after". */
  change: string;
  /** The whole definition after the change. */
  definition: string;
};

type Token = { text: string; at: number; depth: number };

/** Keywords that end a condition at the same bracket depth. */
const ENDS = new Set(
  "and or then else when end where set returning order group having for limit loop union into from on".split(
    " ",
  ),
);
const SWAPS: Record<string, string> = { ">": ">=", ">=": ">", "<": "<=", "<=": "<", "=": "<>", "<>": "=" };

/**
 * Creates a function's mutants from the output of pg_get_functiondef: drops a condition, exchanges `and` and `or`,
 * swaps a comparison, or removes a lock. Leaves strings, comments and the header unchanged. Some mutants aren't valid
 * SQL, which PostgreSQL reports.
 */
export function sqlMutants(definition: string): SqlMutant[] {
  const tokens = tokensOf(definition);
  const mutants: SqlMutant[] = [];
  const replace = (from: number, to: number, text: string) => {
    const before = definition.slice(from, to);
    const changed = definition.slice(0, from) + text + definition.slice(to);
    const words = (part: string) => part.replaceAll(/\s+/g, " ").trim() || "(nothing)";
    const line = definition.slice(0, from).split("\n").length;
    mutants.push({ line, change: `${words(before)} → ${words(text)}`, definition: changed });
  };
  const end = (token: Token) => token.at + token.text.length;

  tokens.forEach((token, n) => {
    const { text, at } = token;
    const next = tokens[n + 1];
    const last = lastOfCondition(tokens, n);
    if ((text === "and" || text === "or") && !isBetween(tokens, n)) {
      replace(at, end(token), text === "and" ? "or" : "and");
      if (last) replace(at, end(last), "");
    } else if ((text === "where" || text === "if" || text === "elsif") && last && next?.text !== "not") {
      replace(end(token), end(last), " true");
      if (text !== "where") replace(end(token), end(last), " false");
    } else if (text === "not" && next && !isNegatedNull(tokens, n)) {
      replace(at, end(token), "");
    } else if (text === "is" && next) {
      if (next.text === "not") replace(at, end(next), "is");
      else replace(at, end(token), "is not");
    } else if (SWAPS[text] && !isAssignment(tokens, n)) {
      replace(at, end(token), SWAPS[text]);
    } else if (text === "for" && (next?.text === "update" || next?.text === "share")) {
      const until = tokens.slice(n).find(({ text: word }) => [";", ")", "loop"].includes(word));
      if (until) replace(at, until.at, "");
    } else if (text === "skip" && next?.text === "locked") {
      replace(at, end(next), "");
    } else if (text === "perform" && next?.text.startsWith("pg_advisory")) {
      const until = tokens.slice(n).find(({ text: word }) => word === ";");
      if (until) replace(at, end(until), "");
    }
  });
  return mutants;
}

/**
 * Returns the words, numbers, operators and brackets of the body with their bracket depth. Skips strings and
 * comments.
 */
function tokensOf(definition: string): Token[] {
  const tokens: Token[] = [];
  const quote = /\bAS \$\w*\$/i.exec(definition);
  const body = quote ? quote.index + quote[0].length : 0;
  const pattern =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|[A-Za-z_][\w.]*|\d+|:=|=>|->>?|#>>?|@>|<@|>=|<=|<>|\|\||::|\S/g;
  pattern.lastIndex = body;
  let depth = 0;
  for (let match = pattern.exec(definition); match; match = pattern.exec(definition)) {
    const text = match[0].toLowerCase();
    if (text.startsWith("--") || text.startsWith("/*")) continue;
    if (text === ")") depth -= 1;
    tokens.push({ text, at: match.index, depth });
    if (text === "(") depth += 1;
  }
  return tokens;
}

/** Returns the last token of the condition that starts after this token, or undefined if there is none. */
function lastOfCondition(tokens: Token[], from: number): Token | undefined {
  const depth = tokens[from]?.depth ?? 0;
  for (let n = from + 1; n < tokens.length; n++) {
    const token = tokens[n];
    if (!token) return undefined;
    const isOver =
      token.text === ";" || (ENDS.has(token.text) && !(token.text === "and" && isBetween(tokens, n)));
    if (token.depth < depth || (token.depth === depth && isOver && token.text !== "from")) {
      return n - 1 > from ? tokens[n - 1] : undefined;
    }
  }
  return undefined;
}

function isBetween(tokens: Token[], n: number): boolean {
  const depth = tokens[n]?.depth;
  for (let k = n - 1; k > 0 && n - k < 8; k--) {
    const token = tokens[k];
    if (token?.depth !== depth) continue;
    if (token?.text === "between") return true;
    if (token?.text === "and" || token?.text === "or") return false;
  }
  return false;
}

/** Returns whether this `not` belongs to `is not`, `if not exists` or a column's `not null`. */
function isNegatedNull(tokens: Token[], n: number): boolean {
  return tokens[n - 1]?.text === "is" || tokens[n + 1]?.text === "null";
}

/** Returns whether this `=` sets a column of an update rather than comparing values. */
function isAssignment(tokens: Token[], n: number): boolean {
  if (tokens[n]?.text !== "=") return false;
  const depth = tokens[n]?.depth ?? 0;
  for (let k = n - 1; k >= 0; k--) {
    const token = tokens[k];
    if (!token || token.depth > depth) continue;
    if (token.text === "set") return true;
    if (
      token.depth < depth ||
      [";", "where", "from", "on", "if", "when", "and", "or", "then"].includes(token.text)
    )
      return false;
  }
  return false;
}
