import { randomBytes } from "node:crypto";
import { CompactSign, compactVerify, errors, type JWK, type JWTPayload, jwtVerify, SignJWT } from "jose";

const SHARED_HEADER = { alg: "HS256", typ: "JWT" };
/** Access tokens last an hour, and a test run uses a few hundred people. */
const MOST_TRANSLATIONS = 1000;

/**
 * Signs and verifies access tokens: with a private key (ES256), as hosted projects do, or with a secret that the project
 * shares with its app (HS256), as older ones do. The service behind knows only HS256, so it gets a secret of its own, and
 * each ES256 token is translated for it.
 */
export class AccessTokens {
  /** The HS256 secret of the service behind. Nothing else knows it when there is a private key. */
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

  /** The published keys (JWKS). A secret isn't published. */
  get published(): { keys: JWK[] } {
    return { keys: this.#verifyingKey instanceof Uint8Array ? [] : [this.#verifyingKey] };
  }

  sign(claims: JWTPayload): Promise<string> {
    return new SignJWT(claims).setProtectedHeader(this.#header).sign(this.#signingKey);
  }

  /** Returns the claims of a token that is valid now; throws for any other. */
  async verify<Claims extends JWTPayload>(token: string): Promise<Claims> {
    const algorithms = [this.#header.alg];
    return (await jwtVerify<Claims>(token, this.#verifyingKey, { algorithms })).payload;
  }

  /** Creates the bearer's token one that the service behind reads. It stays expired if it is, and forged if it is. */
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
      // Under this header, the service finds the signature wrong rather than the algorithm.
      const header = Buffer.from(JSON.stringify(SHARED_HEADER)).toString("base64url");
      return [header, ...token.split(".").slice(1)].join(".");
    }
  }
}

export const bearerOf = (request: Request): string =>
  request.headers.get("authorization")?.replace(/^Bearer /i, "") ?? "";
