import { randomBytes } from "node:crypto";
import { CompactSign, compactVerify, errors, type JWK, type JWTPayload, jwtVerify, SignJWT } from "jose";

const SHARED_HEADER = { alg: "HS256", typ: "JWT" };
/** Tokens are valid for an hour, and a test run has a few hundred people. */
const MOST_TRANSLATIONS = 1000;

/**
 * Signs and verifies access tokens with a private key (ES256) or a shared secret (HS256). The underlying service
 * supports only HS256, so ES256 tokens are re-signed with its own secret.
 */
export class AccessTokens {
  readonly serviceSecret: string;
  readonly #header: { alg: string; typ: string; kid?: string };
  readonly #signingKey: JWK | Uint8Array;
  readonly #verifyingKey: JWK | Uint8Array;
  readonly #translations = new Map<string, string>();

  constructor(key: JWK | string) {
    this.serviceSecret = typeof key === "string" ? key : randomBytes(32).toString("hex");
    if (typeof key === "string") {
      this.#header = SHARED_HEADER;
      this.#signingKey = this.#verifyingKey = Buffer.from(key);
    } else {
      const { d: _, ...publicKey } = key;
      this.#header = { alg: "ES256", typ: "JWT", kid: key.kid };
      this.#signingKey = key;
      this.#verifyingKey = { ...publicKey, alg: "ES256", use: "sig", key_ops: ["verify"] };
    }
  }

  get published(): { keys: JWK[] } {
    return { keys: this.#verifyingKey instanceof Uint8Array ? [] : [this.#verifyingKey] };
  }

  sign(claims: JWTPayload): Promise<string> {
    return new SignJWT(claims).setProtectedHeader(this.#header).sign(this.#signingKey);
  }

  /** Returns the claims of a valid token. Throws for any other. */
  async verify<Claims extends JWTPayload>(token: string): Promise<Claims> {
    const algorithms = [this.#header.alg];
    return (await jwtVerify<Claims>(token, this.#verifyingKey, { algorithms })).payload;
  }

  /** Replaces the bearer token with one that the service can verify. An expired or forged token stays invalid. */
  async translate(request: Request): Promise<Request> {
    const token = bearerOf(request);
    if (this.#signingKey instanceof Uint8Array || token.split(".").length !== 3) return request;
    const known = this.#translations.get(token);
    const translated = known ?? (await this.#translation(token));
    if (!known) {
      if (this.#translations.size >= MOST_TRANSLATIONS) this.#translations.clear();
      this.#translations.set(token, translated);
    }
    request.headers.set("authorization", `Bearer ${translated}`);
    return request;
  }

  async #translation(token: string): Promise<string> {
    try {
      const { payload } = await compactVerify(token, this.#verifyingKey, { algorithms: ["ES256"] });
      return await new CompactSign(payload)
        .setProtectedHeader(SHARED_HEADER)
        .sign(Buffer.from(this.serviceSecret));
    } catch (error) {
      if (error instanceof errors.JWSInvalid) return token;
      // With this header the service rejects the signature, not the algorithm.
      const header = Buffer.from(JSON.stringify(SHARED_HEADER)).toString("base64url");
      return [header, ...token.split(".").slice(1)].join(".");
    }
  }
}

export const bearerOf = (request: Request): string =>
  request.headers.get("authorization")?.replace(/^Bearer /i, "") ?? "";
