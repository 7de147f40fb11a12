import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Record<string, unknown>;
type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Json;
};
type Reply = { status: number; body: Json };

type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  email: string;
  address: string;
};

class StubAccounts {
  readonly #connected = new Map<string, Json[]>();

  identitiesOf(email: string): string[] {
    return (this.#connected.get(email) ?? []).map(({ identity_id }) => String(identity_id));
  }

  answer({ method, path, query, email, address }: Asked): { status: number; body: Json } | undefined {
    if (method === "GET" && path.endsWith("/identities/authorize")) {
      const url = new URL("/auth/v1/authorize", address);
      url.search = String(new URLSearchParams([...query, ["link_to", email]]));
      return { status: 200, body: { url: url.href } };
    }
    if (method === "DELETE" && path.includes("/identities/")) {
      const id = path.split("/").at(-1);
      const rest = (this.#connected.get(email) ?? []).filter(({ identity_id }) => identity_id !== id);
      this.#connected.set(email, rest);
      return { status: 200, body: {} };
    }
    return undefined;
  }

  connect(query: URLSearchParams): void {
    const email = query.get("link_to");
    if (!email) return;
    const identity = {
      identity_id: randomUUID(),
      provider: query.get("provider"),
      identity_data: { email: `elsewhere-${email}` },
    };
    this.#connected.set(email, [...(this.#connected.get(email) ?? []), identity]);
  }

  /** Adds a person's connected accounts to the service's response. */
  amend(text: string): string {
    if (!text.startsWith("{")) return text;
    const answer = JSON.parse(text) as Json;
    const user = (answer.user ?? answer) as Json;
    const email = String(user.email);
    const own = Array.isArray(user.identities) ? user.identities : [];
    if (this.#connected.has(email)) user.identities = [...own, ...(this.#connected.get(email) ?? [])];
    return JSON.stringify(answer);
  }
}

/** Adds sign-in through other sites (PKCE) to the sandbox's auth service. Forwards everything else. */
export class AuthStub {
  #upstream = "";
  readonly #codes = new Map<string, { challenge: string; email: string; password: string }>();
  #server: Server | undefined;

  readonly accounts = new StubAccounts();
  #address = "";
  /** The user at the other site, who consents immediately. */
  visitor: { email: string; password: string } | undefined;
  readonly calls: Call[] = [];
  /** Replaces the service's response unless it returns undefined. */
  intercept: ((call: Call) => Reply | undefined | Promise<Reply | undefined>) | undefined;

  /** Starts the stub in front of `upstream`. Returns the stub's URL. */
  async start(upstream: string): Promise<string> {
    this.#upstream = upstream;
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    this.#address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this.#address;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** Returns the callback URL with a code that works only in the browser that started the sign-in. */
  consent(authorizeUrl: string, account: { email: string; password: string }): URL {
    const query = new URL(authorizeUrl).searchParams;
    const code = randomUUID();
    this.#codes.set(code, { challenge: query.get("code_challenge") ?? "", ...account });
    const back = new URL(query.get("redirect_to") ?? "");
    back.searchParams.set("code", code);
    return back;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readAll(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stub");
    const body = raw && pathname.startsWith("/auth/") ? (JSON.parse(raw) as Json) : {};
    const { method = "GET", headers } = request;
    const call = { method, path: pathname, query: searchParams, headers, body };
    if (pathname.startsWith("/auth/")) this.calls.push(call);
    if (pathname === "/auth/v1/authorize" && this.visitor) {
      this.accounts.connect(searchParams);
      const back = this.consent(new URL(request.url ?? "", "http://stub").href, this.visitor);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const own = (await this.intercept?.(call)) ?? (await this.#own(call));
    if (own) {
      response.writeHead(own.status, { "content-type": "application/json" }).end(JSON.stringify(own.body));
      return;
    }
    const forwarded = await this.#forward(request.url ?? "/", method, headers, raw);
    const text = await forwarded.text();
    const kept = [...forwarded.headers].filter(([name]) => /^(content-type|x-)/.test(name));
    response.writeHead(forwarded.status, Object.fromEntries(kept));
    response.end(pathname.startsWith("/auth/v1/") ? this.accounts.amend(text) : text);
  }

  async #own({
    method,
    path,
    query,
    headers,
    body,
  }: Call): Promise<{ status: number; body: Json } | undefined> {
    if (path.endsWith("/settings")) {
      return {
        status: 200,
        body: {
          external: { email: true, google: true, github: true, apple: false },
          mailer_autoconfirm: false,
        },
      };
    }
    if (path.startsWith("/auth/v1/user/identities")) {
      const { email } = claimsOf(headers);
      const own = this.accounts.answer({ method, path, query, email: String(email), address: this.#address });
      if (own) return own;
    }
    if (path.endsWith("/token") && query.get("grant_type") === "pkce") return this.#redeem(body);
    return undefined;
  }

  async #redeem(body: Json): Promise<{ status: number; body: Json }> {
    const known = this.#codes.get(String(body.auth_code));
    const hash = createHash("sha256").update(String(body.code_verifier)).digest("base64url");
    if (!known) {
      return {
        status: 404,
        body: { error_code: "flow_state_not_found", msg: "invalid flow state, no valid flow state found" },
      };
    }
    if (known.challenge !== hash) {
      return {
        status: 400,
        body: {
          error_code: "bad_code_verifier",
          msg: "code challenge does not match previously saved code verifier",
        },
      };
    }
    this.#codes.delete(String(body.auth_code));
    const answer = await fetch(`${this.#upstream}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: String(process.env.SUPABASE_PUBLISHABLE_KEY) },
      body: JSON.stringify({ email: known.email, password: known.password }),
    });
    return { status: answer.status, body: JSON.parse(this.accounts.amend(await answer.text())) as Json };
  }

  #forward(
    url: string,
    method: string,
    headers: IncomingMessage["headers"],
    body: string,
  ): Promise<Response> {
    const kept = Object.entries(headers).filter(
      ([name]) => !["host", "connection", "content-length"].includes(name),
    );
    return fetch(this.#upstream + url, {
      method,
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      redirect: "manual",
      ...(body ? { body } : {}),
    });
  }
}

/** Returns the bearer token's unverified claims. */
function claimsOf(headers: IncomingMessage["headers"]): Json {
  const [, payload = ""] = String(headers.authorization).replace("Bearer ", "").split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString() || "{}") as Json;
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
