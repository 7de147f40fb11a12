import { readFileSync } from "node:fs";
import { join } from "node:path";

export type LocalConfig = {
  /** Folder of the project, with docs/nginx.conf. */
  root: string;
  /** Folder for everything that nginx writes. */
  folder: string;
  /** Where it listens, on 127.0.0.1 and without encryption. */
  port: number;
};

/** The file of the folder that names the instances, which docs/nginx.conf includes. */
export const INSTANCES_FILE = "slabrelay-instances.conf";

/**
 * Answers docs/nginx.conf as it runs on this machine beside other things: in a folder of its own, at one port, without a
 * certificate. Nothing else is changed; throws when an address of a real machine is left.
 */
export function localConfig({ root, folder, port }: LocalConfig): string {
  const text = readFileSync(join(root, "docs", "nginx.conf"), "utf8");
  const plain = withoutRedirect(text)
    .replace(/^ *listen 443 .*$/m, `    listen 127.0.0.1:${port};`)
    .replace(/^ *(?:listen \[::\]|ssl_|server_name).*\n/gm, "")
    .replaceAll(`/etc/nginx/${INSTANCES_FILE}`, join(folder, INSTANCES_FILE))
    .replaceAll(/\/var\/(?:cache|log)\/nginx\//g, `${folder}/`);
  const left = plain.match(/^[^#\n]*(?:\/etc\/|\/var\/|ssl|example\.com|listen (?!127)).*$/gm);
  if (left) throw new Error(`docs/nginx.conf has lines that this machine cannot use:\n${left.join("\n")}`);
  return plain;
}

/** The server that leads to https has nothing to lead to here. */
function withoutRedirect(text: string): string {
  const servers = text.split(/^(?=server \{)/m);
  return servers.filter((part) => !part.includes("return 308 https")).join("");
}
