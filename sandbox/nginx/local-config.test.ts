import { publicPages } from "@/lib/marketing/public-pages";
import { localConfig } from "@/sandbox/nginx/local-config";

const config = localConfig({ root: process.cwd(), folder: "/tmp/nginx", port: 4711 });

/** What stands between the braces of a location, by what follows the word. */
const locations = new Map(
  [...config.matchAll(/^ {4}location (.+) \{\n([\s\S]*?)^ {4}\}$/gm)].map(([, name = "", body = ""]) => [
    name,
    body,
  ]),
);
const cached = [...locations].filter(([, body]) => body.includes("proxy_cache "));

test("the configuration runs on this machine: one server, at the port that is asked for", () => {
  expect(config.match(/^ *listen .*$/gm)).toEqual(["    listen 127.0.0.1:4711;"]);
  expect(config.match(/^server \{$/gm)).toHaveLength(1);
  expect(config).toContain("include /tmp/nginx/slabrelay-instances.conf;");
});

test("the public pages are kept, the build's own files, and nothing else", () => {
  expect(cached.map(([name]) => name)).toEqual([
    "~ ^/(?:pricing|terms|privacy|refunds|insurance|track/sample)?$",
    "~ ^/_next/static/[\\w.~/-]+$",
  ]);
  const pages = new RegExp(cached[0]?.[0].replace("~ ", "") ?? "");
  expect(publicPages.filter((path) => !pages.test(path))).toEqual([]);
  for (const path of ["/dashboard", "/login", "/api/profile", "/pricing/", "/terms/more", "//"]) {
    expect(pages.test(path)).toBe(false);
  }
});

test.each(cached)("%s: an instance gets nothing of who asks", (_name, body) => {
  expect(body).toContain("proxy_pass_request_headers off;");
  expect(body).toContain("proxy_pass_request_body off;");
  // By its path alone, so no query, cookie or host makes an entry of its own.
  expect(body).toContain("proxy_pass http://slabrelay$uri;");
  expect(body).toContain("proxy_cache_key $uri;");
  expect(body.match(/\$(?:http_(?!host)|cookie|arg|args|query|remote)\w*/g)).toBeNull();
  expect(/proxy_ignore_headers (.*);/.exec(body)?.[1]).toBe("Vary");
});

test("the access log holds no address, path or query, upstream errors are logged, and no POST is sent twice", () => {
  const format = /log_format slabrelay([^;]*);/.exec(config)?.[1] ?? "";
  expect(format).toContain("$status");
  expect(format).not.toMatch(/remote_addr|request(?!_method|_time)|uri|args|http_|cookie/);
  expect(config).toContain("slabrelay-error.log error;");
  expect(config).not.toContain("non_idempotent");
});

test("the client's address is the socket's, in the one header that is believed", () => {
  expect(config.match(/X-Forwarded-For .*;/g)).toEqual(["X-Forwarded-For $remote_addr;"]);
});
