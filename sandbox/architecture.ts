import { dirname, join, normalize } from "node:path";

/** Maps each node to the nodes it points to. */
type Graph = Map<string, Set<string>>;

/** Finds the groups of nodes that reach each other (Tarjan's strongly connected components of more than one node). */
function findCycles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

/** A source file's path relative to the project root, and its text. */
export type SourceFile = { path: string; text: string };

type Import = { path: string; isType: boolean };
type Module = { layer: string; module: string };

/** The modules of each layer, lowest first. A module imports only from layers below it. */
export const moduleLayers: Record<string, string[][]> = {
  lib: [
    ["base"],
    ["supabase", "stripe", "tracing"],
    ["http"],
    ["auth", "health"],
    ["profile"],
    ["membership", "marketing"],
    ["orders"],
    ["email", "staff"],
    ["jobs"],
    ["gate.ts"],
  ],
  components: [["ui"], ["layout"], ["membership"], ["orders"], ["account", "site", "staff"]],
};

/** The layers from the top, each with the layers it may import. Tests may also use sandbox/builders. */
const layers: Record<string, string[]> = {
  app: ["app", "components", "lib"],
  "middleware.ts": ["middleware.ts", "lib"],
  "instrumentation.ts": ["instrumentation.ts", "lib"],
  components: ["components", "lib"],
  lib: ["lib"],
  sandbox: ["sandbox", "lib"],
  supabase: ["supabase", "sandbox", "lib"],
  e2e: ["e2e", "sandbox", "lib"],
};

/** Verbs that a use case's file name starts with, as in `open-checkout` and `reconcile`. */
const VERBS =
  /^(change|confirm|decide|deliver|ensure|enroll|export|finish|follow|fulfill|handle|link|list|open|prepare|process|prove|read|reauthenticate|reconcile|refund|render|request|sign|start|sum|sync|try)(-|$)/;
/** Files that export values for an endpoint's `who`. */
const GATES = /^require-/;
const PARTS = /^(schema|data|mutations|loaders|messages)$/;
const CLIENTS =
  /^(@supabase\/.*|stripe|next\/headers|nodemailer|lib\/supabase\/(server|service|rpc)\.ts|lib\/stripe\/client\.ts)$/;
/** Generated files. */
const GENERATED = /^(lib\/supabase\/database\.types\.ts|next-env\.d\.ts)$/;
const SPECIAL_FILES =
  /^(page|layout|route|error|not-found|default|loading|global-error|robots|sitemap)\.tsx?$/;

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const fileName = (path: string) => path.split("/").at(-1) ?? "";
const stem = (path: string) => fileName(path).replace(/\.(test\.|db\.test\.|api\.test\.)?tsx?$/, "");

function moduleOf(path: string): Module {
  // The test of a file that is its own module (lib/gate.ts) belongs to that module.
  const [layer = "", module = ""] = path.replace(/(\.db)?\.test\.ts$/, ".ts").split("/");
  return { layer, module };
}

function moduleLayerOf({ layer, module }: Module): number {
  return moduleLayers[layer]?.findIndex((modules) => modules.includes(module)) ?? -1;
}

/** Returns one sentence for each violation of the architecture. */
export function inspectArchitecture(files: SourceFile[]): string[] {
  const sources = files.filter(({ path }) => /\.(tsx?|mjs)$/.test(path) && !GENERATED.test(path));
  const known = new Set(files.map(({ path }) => path));
  const imports = new Map(sources.map((file) => [file.path, importsOf(file, known)]));
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const tested = filesWithTest(imports);
  return [
    ...sources.flatMap(({ path }) => checkName(path)),
    ...sources.flatMap((file) => checkKind(file, tested, imports.get(file.path) ?? [])),
    ...sources.flatMap(checkMutations),
    ...sources.flatMap(({ path }) => checkImports(path, imports.get(path) ?? [])),
    ...sources.flatMap(({ path }) => checkServerOnly(path, imports.get(path) ?? [], texts)),
    ...findCycles(fileGraph(imports)).map((cycle) => `These files import each other: ${cycle.join(", ")}`),
    ...findCycles(folderGraph(imports)).map(
      (cycle) => `These folders import each other: ${cycle.join(", ")}`,
    ),
  ];
}

/** `import … from "x"`, `export … from "x"` and `import "x"` as the formatter writes them, and `import("x")`. */
const IMPORTS =
  /^(?:import|export) (type )?(?:([\w$*{},\s]+?) from )?"([^"\n]+)"|(?<!typeof )\bimport\("([^"\n]+)"\)/gm;
const ONLY_TYPES = /^\{\s*type [^,}]+(,\s*type [^,}]+)*,?\s*\}$/;

/**
 * Returns a file's imports: project files by path, packages by name. Uses a regular expression because parsing all
 * files takes two seconds.
 */
export function importsOf({ path, text }: SourceFile, known: Set<string>): Import[] {
  return [...text.matchAll(IMPORTS)].map(([, type, names = "", target = "", dynamic]) => ({
    path: resolvePath(path, dynamic ?? target, known),
    isType: type !== undefined || ONLY_TYPES.test(names),
  }));
}

function resolvePath(from: string, specifier: string, known: Set<string>): string {
  const isOurs = specifier.startsWith("@/") || specifier.startsWith(".");
  if (!isOurs) return specifier;
  const path = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(from), specifier));
  return ["", ".ts", ".tsx", ".mjs"].map((ending) => path + ending).find((name) => known.has(name)) ?? path;
}

function checkName(path: string): string[] {
  const name = fileName(path);
  if (/^\[.*\]$/.test(name) || /^[a-z0-9]+([-.][a-z0-9]+)*\.(tsx?|mjs)$/.test(name)) {
    return /(^|\/)(utils?|helpers?|common|misc|index)(\/|\.)/.test(path)
      ? [`${path} has a name that explains nothing`]
      : [];
  }
  return [`${path} is not in kebab-case`];
}

/** Returns the files covered by a test with the same name or by one in the same folder. */
function filesWithTest(imports: Map<string, Import[]>): Set<string> {
  const covered = [...imports].flatMap(([test, targets]) => {
    if (!isTest(test)) return [];
    const inFolder = targets.filter(({ path }) => dirname(path) === dirname(test));
    return [test.replace(/\.test\.tsx?$/, ".ts"), ...inFolder.map(({ path }) => path)];
  });
  return new Set(covered);
}

/** Checks that a module contains only allowed kinds of files. */
function checkKind({ path, text }: SourceFile, tested: Set<string>, imports: Import[]): string[] {
  const module = moduleOf(path);
  if (isTest(path)) return [];
  if (module.layer === "app") {
    return SPECIAL_FILES.test(fileName(path))
      ? []
      : [`${path} is no file of the App Router: app holds routes only`];
  }
  if (!(module.layer in moduleLayers)) return [];
  if (moduleLayerOf(module) < 0) return [`${path} is in no module of the architecture`];
  if (module.layer === "components") {
    const isKnown = path.endsWith(".tsx") || /^use-/.test(fileName(path));
    return isKnown ? [] : [`${path} is neither a component nor a hook: rules and words live in lib`];
  }
  if (moduleLayerOf(module) <= 2 || module.module === "gate.ts") return [];
  const name = stem(path);
  if (path.endsWith(".tsx") || /^lib\/email\/layout\//.test(path)) {
    return /^lib\/(email|marketing)\//.test(path) ? [] : [`${path}: what is seen belongs to components`];
  }
  if (PARTS.test(name) || GATES.test(name)) return [];
  if (VERBS.test(name) && exportsItsName(name, text)) return [];
  const client = imports.find((target) => !target.isType && CLIENTS.test(target.path));
  return [
    ...(tested.has(path)
      ? []
      : [
          `${path} is a rule without a test of its name or a test in its folder that imports it, or a use-case that does not begin with a verb and export a function of its name`,
        ]),
    ...(client ? [`${path} is a rule and imports ${client.path}`] : []),
  ];
}

/** Returns whether `open-checkout.ts` exports openCheckout, or a name that starts with it. */
function exportsItsName(name: string, text: string): boolean {
  const main = name.replaceAll("-", "");
  return [...text.matchAll(/^export (?:async )?function (\w+)/gm)].some(([, exported = ""]) =>
    exported.toLowerCase().startsWith(main),
  );
}

/**
 * Checks that a write is named after its SQL function, so that one search finds both: `reserveOrder` calls
 * reserve_order.
 */
function checkMutations({ path, text }: SourceFile): string[] {
  const writes = stem(path) === "mutations" || text.includes("writeAsStaff(");
  if (!writes || isTest(path)) return [];
  return text
    .split(/^export (?:async )?function /m)
    .slice(1)
    .flatMap((body) => {
      const [name = ""] = /^\w+/.exec(body) ?? [];
      const called = /\b(?:call|run|writeAsStaff)\(\s*(?:[\w().]+,\s*)?"(\w+)"/.exec(body)?.[1];
      const fits =
        !called || name.toLowerCase().startsWith(called.replace(/^staff_/, "").replaceAll("_", ""));
      return fits ? [] : [`${path}: ${name} calls ${called}; a write has the name of its SQL function`];
    });
}

function checkImports(path: string, imports: Import[]): string[] {
  const from = moduleOf(path);
  const allowed = layers[from.layer];
  if (!allowed) return [];
  return imports.flatMap(({ path: target }) => {
    const to = moduleOf(target);
    if (!(to.layer in layers)) return [];
    if (isTest(target)) return [`${path} imports the test ${target}`];
    if (isTest(path) && target.startsWith("sandbox/builders/")) return [];
    if (!allowed.includes(to.layer))
      return [`${path} imports ${target}: ${to.layer} is not below ${from.layer}`];
    if (/^(e2e|supabase)$/.test(from.layer) && to.layer === "sandbox") return [];
    if (from.layer !== to.layer || from.module === to.module || !(from.layer in moduleLayers)) return [];
    return moduleLayerOf(to) < moduleLayerOf(from)
      ? []
      : [`${path} imports ${target}, which is not on a layer below it`];
  });
}

/** Checks that reads, writes, and every file that imports one import server-only. */
function checkServerOnly(path: string, imports: Import[], texts: Map<string, string>): string[] {
  if (moduleOf(path).layer !== "lib" || isTest(path)) return [];
  const saysSo = (file: string) => /^import "server-only";$/m.test(texts.get(file) ?? "");
  if (saysSo(path)) return [];
  if (/^(data|mutations|loaders)$/.test(stem(path)))
    return [`${path} does not begin with import "server-only"`];
  const server = imports.find((target) => !target.isType && saysSo(target.path));
  return server ? [`${path} imports ${server.path} and does not say server-only`] : [];
}

function fileGraph(imports: Map<string, Import[]>): Graph {
  const isProduct = (path: string) => /^(app|components|lib)\//.test(path) && !isTest(path);
  return new Map(
    [...imports]
      .filter(([path]) => isProduct(path))
      .map(([path, targets]) => [path, new Set(targets.map((target) => target.path).filter(isProduct))]),
  );
}

/** Returns one module's folders and the folders that each one imports from. */
function folderGraph(imports: Map<string, Import[]>): Graph {
  const graph: Graph = new Map();
  for (const [path, targets] of fileGraph(imports)) {
    if (!/^(components|lib)\//.test(path)) continue;
    const folder = dirname(path);
    const others = graph.get(folder) ?? new Set();
    for (const target of targets) if (dirname(target) !== folder) others.add(dirname(target));
    graph.set(folder, others);
  }
  return graph;
}
