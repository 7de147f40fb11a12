import { existsSync } from "node:fs";

const PROGRAM = "/usr/sbin/nginx";

/** Returns where Debian's nginx lies. Nothing is installed: throws what to do when it is not there. */
export function requireNginx(): string {
  if (existsSync(PROGRAM)) return PROGRAM;
  throw new Error(
    "This needs nginx: install Debian's package without starting it, as root: `ln -s /dev/null /etc/systemd/system/nginx.service; apt-get install --no-install-recommends nginx-light`.",
  );
}
