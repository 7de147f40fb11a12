import { randomUUID } from "node:crypto";

type Json = Record<string, unknown>;
type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  email: string;
  aal: string;
  /** Where the stub itself is reached. */
  address: string;
};

/** The key of every authenticator that is set up here. */
export const SECRET = "JBSWY3DPEHPK3PXP";

/** What the stubbed auth service knows of people beyond the service behind it, by address. */
export class StubAccounts {
  readonly #enrolled: Set<string>;
  /** Authenticators that were set up and wait for their first code. */
  readonly #waiting = new Map<string, string>();
  /** Accounts of other sites that were connected. */
  readonly #connected = new Map<string, Json[]>();

  constructor(enrolled: Set<string>) {
    this.#enrolled = enrolled;
  }

  /** Ids of the accounts of other sites that are connected to an address. */
  identitiesOf(email: string): string[] {
    return (this.#connected.get(email) ?? []).map(({ identity_id }) => String(identity_id));
  }

  /** The first code of an authenticator has come. */
  confirm(email: string): void {
    if (this.#waiting.delete(email)) this.#enrolled.add(email);
  }

  /** Setting up and taking away authenticators, connecting and disconnecting accounts of other sites. */
  answer({ method, path, query, email, aal, address }: Asked): { status: number; body: Json } | undefined {
    if (method === "POST" && path.endsWith("/factors")) {
      const id = randomUUID();
      this.#waiting.set(email, id);
      const uri = `otpauth://totp/SlabRelay:${email}?secret=${SECRET}&issuer=SlabRelay`;
      return { status: 200, body: { id, type: "totp", totp: { qr_code: "<svg/>", secret: SECRET, uri } } };
    }
    if (method === "DELETE" && path.includes("/factors/")) {
      if (this.#waiting.delete(email)) return { status: 200, body: {} };
      if (aal !== "aal2")
        return { status: 422, body: { error_code: "insufficient_aal", msg: "AAL2 required" } };
      this.#enrolled.delete(email);
      return { status: 200, body: {} };
    }
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
    const waiting = this.#waiting.get(email);
    const factor = { id: waiting ?? "7d0bd8f5-0000-4000-8000-000000000001", factor_type: "totp" };
    if (this.#enrolled.has(email)) user.factors = [{ ...factor, status: "verified" }];
    else if (waiting) user.factors = [{ ...factor, status: "unverified" }];
    const own = Array.isArray(user.identities) ? user.identities : [];
    if (this.#connected.has(email)) user.identities = [...own, ...(this.#connected.get(email) ?? [])];
    return JSON.stringify(answer);
  }
}
