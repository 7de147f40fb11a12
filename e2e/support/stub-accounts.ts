import { randomUUID } from "node:crypto";

type Json = Record<string, unknown>;
type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  email: string;
  /** Where the stub itself is reached. */
  address: string;
};

/** What the stubbed auth service knows of people beyond the service behind it, by address. */
export class StubAccounts {
  /** Accounts of other sites that were connected. */
  readonly #connected = new Map<string, Json[]>();

  /** Ids of the accounts of other sites that are connected to an address. */
  identitiesOf(email: string): string[] {
    return (this.#connected.get(email) ?? []).map(({ identity_id }) => String(identity_id));
  }

  /** Connecting and disconnecting accounts of other sites. */
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

  /** The other site says who its visitor is there: that account is connected from now on. */
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

  /** Adds what it knows of a person to an answer of the service behind. */
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
