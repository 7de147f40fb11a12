import "server-only";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { sealingKey } from "@/lib/base/signing";
import { serverCookie } from "@/lib/supabase/cookies";

/** The cookies of a request and its answer, as `cookies()` of next/headers hands them out. */
type Store = {
  get: (name: string) => { value: string } | undefined;
  set: (name: string, value: string, options: object) => unknown;
};

/** What a browser keeps for the server for a few minutes without being able to read or use it. */
type SealedCookie<Content> = {
  /** Keeps `content`; an earlier one of the same name goes. */
  keep: (store: Store, content: Content) => Promise<void>;
  /** The content; null when there is none, when it has run out, or when it was not sealed here. */
  open: (store: Store) => Promise<Content | null>;
  drop: (store: Store) => void;
};

/** A cookie encrypted with COOKIE_SECRET. `name` is part of the key: one kind cannot be passed off as another. */
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
