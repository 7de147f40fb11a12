import { localConfig } from "@/sandbox/nginx/nginx";

const config = localConfig({ root: process.cwd(), folder: "/tmp/nginx", port: 4711 });

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
