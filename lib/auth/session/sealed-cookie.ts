import "server-only";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import { cookies } from "next/headers";
import { sealingKey } from "@/lib/base/signing";
import { serverCookie } from "@/lib/supabase/cookies";

/** What a browser keeps for the server for a few minutes without being able to read or use it. */
type SealedCookie<Content> = {
  /** Keeps `content`; an earlier one of the same name goes. */
  keep: (content: Content) => Promise<void>;
  /** The content; null when there is none, when it has run out, or when it was not sealed here. */
  open: () => Promise<Content | null>;
  drop: () => Promise<void>;
};

/** A cookie encrypted with COOKIE_SECRET. `name` is part of the key: one kind cannot be passed off as another. */
export function sealedCookie<Content extends Record<string, string>>(
  name: string,
  minutes: number,
): SealedCookie<Content> {
  const key = () => sealingKey(name);
  const cookie = () => serverCookie(name);
  return {
    keep: async (content) => {
      const sealed = await new EncryptJWT({ content })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime(`${minutes}m`)
        .encrypt(key());
      const { name: cookieName, ...options } = cookie();
      (await cookies()).set(cookieName, sealed, { ...options, maxAge: minutes * 60 });
    },
    open: async () => {
      const sealed = (await cookies()).get(cookie().name)?.value;
      if (!sealed) return null;
      try {
        return (await jwtDecrypt<{ content: Content }>(sealed, key())).payload.content;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    drop: async () => {
      const { name: cookieName, ...options } = cookie();
      (await cookies()).set(cookieName, "", { ...options, maxAge: 0 });
    },
  };
}
