import "server-only";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { sealingKey } from "@/lib/base/signing";
import { serverCookie } from "@/lib/supabase/cookies";

/** Fits what `cookies()` of next/headers hands out. */
type Store = {
  get: (name: string) => { value: string } | undefined;
  set: (name: string, value: string, options: object) => unknown;
};

type SealedCookie<Content> = {
  /** Keeps `content`; an earlier one of the same name goes. */
  keep: (store: Store, content: Content) => Promise<void>;
  /** Returns the content; null when there is none, when it has run out, or when it was not sealed here. */
  open: (store: Store) => Promise<Content | null>;
  drop: (store: Store) => void;
};

/**
 * Creates a cookie in which a browser keeps something for the server for some minutes without being able to read or
 * change it (a JWE, A256GCM, with a key of COOKIE_SECRET). The key belongs to `name`, so that one kind cannot be
 * passed off as another; the expiry is sealed, too.
 */
export function sealedCookie<Content extends Record<string, string>>(
  name: string,
  minutes: number,
): SealedCookie<Content> {
  const cookie = () => serverCookie(name);
  return {
    keep: async (store, content) => {
      const sealed = await new EncryptJWT({ content })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime(`${minutes}m`)
        .encrypt(sealingKey(name));
      const { name: cookieName, ...options } = cookie();
      store.set(cookieName, sealed, { ...options, maxAge: minutes * 60 });
    },
    open: async (store) => {
      const sealed = store.get(cookie().name)?.value;
      if (!sealed) return null;
      try {
        return (await jwtDecrypt<{ content: Content }>(sealed, sealingKey(name))).payload.content;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    drop: (store) => {
      const { name: cookieName, ...options } = cookie();
      store.set(cookieName, "", { ...options, maxAge: 0 });
    },
  };
}
