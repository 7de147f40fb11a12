import { localConfig } from "@/sandbox/nginx/nginx";

const config = localConfig({ root: process.cwd(), folder: "/tmp/nginx", port: 4711 });

test("logs upstream errors but no addresses or paths, and never resends a POST", () => {
  const format = /log_format slabrelay([^;]*);/.exec(config)?.[1] ?? "";
  expect(format).toContain("$status");
  expect(format).not.toMatch(/remote_addr|request(?!_method|_time)|uri|args|http_|cookie/);
  expect(config).toContain("slabrelay-error.log error;");
  expect(config).not.toContain("non_idempotent");
});

test("sets the trusted client address header to the socket's address", () => {
  expect(config.match(/X-Forwarded-For .*;/g)).toEqual(["X-Forwarded-For $remote_addr;"]);
});
