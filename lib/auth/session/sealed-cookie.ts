import "server-only";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { sealingKey } from "@/lib/base/signing";
import { serverCookie } from "@/lib/supabase/cookies";

type Store = {
  get: (name: string) => { value: string } | undefined;
  set: (name: string, value: string, options: object) => unknown;
};

/** Creates an encrypted cookie (JWE, A256GCM). Each name has its own key, so one cookie can't pass for another. */
export function sealedCookie<Content extends Record<string, string>>(name: string, minutes: number) {
  const cookie = () => serverCookie(name);
  return {
    keep: async (store: Store, content: Content): Promise<void> => {
      const sealed = await new EncryptJWT({ content })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime(`${minutes}m`)
        .encrypt(sealingKey(name));
      const { name: cookieName, ...options } = cookie();
      store.set(cookieName, sealed, { ...options, maxAge: minutes * 60 });
    },
    /** Returns the content. Null when missing, expired or not encrypted with our key. */
    open: async (store: Store): Promise<Content | null> => {
      const sealed = store.get(cookie().name)?.value;
      if (!sealed) return null;
      try {
        return (await jwtDecrypt<{ content: Content }>(sealed, sealingKey(name))).payload.content;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    drop: (store: Store): void => {
      const { name: cookieName, ...options } = cookie();
      store.set(cookieName, "", { ...options, maxAge: 0 });
    },
  };
}
