import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type LocalConfig = {
  /** The project's root folder, which contains docs/nginx.conf. */
  root: string;
  /** Folder for everything that nginx writes. */
  folder: string;
  /** The port that nginx listens on, at 127.0.0.1 and without TLS. */
  port: number;
};

/** The file in the folder that lists the instances. docs/nginx.conf includes it. */
export const INSTANCES_FILE = "slabrelay-instances.conf";

/**
 * Returns docs/nginx.conf adapted to run locally alongside other services: in its own folder, on one port, without a
 * certificate. Changes nothing else. Throws if a production address remains.
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

/** Removes the server that redirects to HTTPS, which isn't available here. */
function withoutRedirect(text: string): string {
  const servers = text.split(/^(?=server \{)/m);
  return servers.filter((part) => !part.includes("return 308 https")).join("");
}

const PROGRAM = "/usr/sbin/nginx";

/** Returns the path of Debian's nginx. Installs nothing, but throws instructions if nginx is missing. */
function requireNginx(): string {
  if (existsSync(PROGRAM)) return PROGRAM;
  throw new Error(
    "This needs nginx: install Debian's package without starting it, as root: `ln -s /dev/null /etc/systemd/system/nginx.service; apt-get install --no-install-recommends nginx-light`.",
  );
}

export type NginxOptions = {
  root: string;
  port: number;
  /** Local ports of the instances. */
  instances: readonly number[];
  /** Returns additional lines for the http block, given the folder of its files. */
  extra?: (folder: string) => string;
};

const WAIT_MS = 20_000;

/** Runs Debian's nginx with docs/nginx.conf, in its own folder and on its own port. Linux only. */
export class Nginx {
  readonly folder = mkdtempSync(join(tmpdir(), "slabrelay-nginx-"));
  readonly #port: number;
  readonly #instances: readonly number[];
  readonly #program: ChildProcess;
  #said = "";

  private constructor({ root, port, instances, extra = () => "" }: NginxOptions) {
    this.#port = port;
    this.#instances = instances;
    mkdirSync(join(this.folder, "temp"));
    this.#write(INSTANCES_FILE, serverLines(instances));
    this.#write("slabrelay.conf", localConfig({ root, folder: this.folder, port }));
    this.#write("nginx.conf", this.#main(extra(this.folder)));
    this.#program = spawn(requireNginx(), [
      "-p",
      this.folder,
      "-c",
      join(this.folder, "nginx.conf"),
      "-e",
      this.#log,
    ]);
    this.#program.on("error", (error) => (this.#said += String(error)));
    this.#program.stderr?.on("data", (chunk) => (this.#said += chunk));
    // nginx has no channel that would tell it when this process ends.
    process.once("exit", this.#kill);
  }

  /** Starts nginx and waits until it accepts connections. Throws its output if it doesn't. */
  static async start(options: NginxOptions): Promise<Nginx> {
    const nginx = new Nginx(options);
    const deadline = Date.now() + WAIT_MS;
    while (!(await isListening(options.port))) {
      if (nginx.#program.exitCode === null && Date.now() < deadline) {
        await sleep(20);
        continue;
      }
      await nginx.stop();
      throw new Error(`nginx did not start:\n${nginx.#said}`);
    }
    return nginx;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /**
   * Takes the instance at `port` out of rotation, or adds all back for null, as docs/operations.md describes.
   * Resolves when the worker processes with the previous list have exited.
   */
  async leaveOut(port: number | null): Promise<void> {
    const former = this.workers();
    this.#write(INSTANCES_FILE, serverLines(this.#instances, port));
    this.#program.kill("SIGHUP");
    const deadline = Date.now() + WAIT_MS;
    while (this.workers().some((pid) => former.includes(pid))) {
      if (Date.now() > deadline) throw new Error("nginx has not taken the new list of instances");
      await sleep(20);
    }
  }

  /** Empties the cache of the public pages, as a deploy does. */
  purge(): void {
    const pages = join(this.folder, "slabrelay-pages");
    for (const name of readdirSync(pages)) rmSync(join(pages, name), { recursive: true });
  }

  /** Returns all cache entries, each with its key and all its bytes. */
  cached(): { key: string; bytes: Buffer }[] {
    return ["slabrelay-pages", "slabrelay-static"].flatMap((cache) =>
      readdirSync(join(this.folder, cache), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => {
          const bytes = readFileSync(join(entry.parentPath, entry.name));
          return { key: /\nKEY: (.*)\n/.exec(bytes.toString("latin1"))?.[1] ?? "", bytes };
        }),
    );
  }

  /** Returns the log lines so far. */
  log(): string[] {
    return readFileSync(join(this.folder, "slabrelay.log"), "utf8").split("\n").filter(Boolean);
  }

  /** Returns the IDs of the worker processes. */
  workers(): number[] {
    const { pid } = this.#program;
    const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return ids ? ids.split(" ").map(Number) : [];
  }

  async stop(): Promise<void> {
    process.off("exit", this.#kill);
    if (this.#program.exitCode === null && this.#program.signalCode === null) {
      const ended = new Promise((resolve) => this.#program.once("exit", resolve));
      this.#program.kill("SIGTERM");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #log(): string {
    return join(this.folder, "error.log");
  }

  readonly #kill = () => {
    this.#program.kill("SIGTERM");
  };

  #write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Returns what Debian's own nginx.conf puts around a site, without its system user and paths. */
  #main(extra: string): string {
    const temp = (kind: string) => `${kind}_temp_path ${this.folder}/temp/${kind};`;
    return [
      ...(process.getuid?.() === 0 ? ["user root;"] : []),
      "daemon off;",
      "worker_processes 2;",
      `pid ${this.folder}/nginx.pid;`,
      `error_log ${this.#log};`,
      "events { worker_connections 1024; }",
      "http {",
      "default_type application/octet-stream;",
      "sendfile on;",
      "tcp_nopush on;",
      ...["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(temp),
      `include ${this.folder}/slabrelay.conf;`,
      extra,
      "}",
      "",
    ].join("\n");
  }
}

/** Returns the list of instances in the format that docs/operations.md describes. */
const serverLines = (ports: readonly number[], out: number | null = null) =>
  ports.map((port) => `server 127.0.0.1:${port}${port === out ? " down" : ""} max_fails=0;\n`).join("");

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
