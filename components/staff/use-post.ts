"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { messages } from "@/lib/base/words";

type Sent<Reply> = { ok: boolean; status: number; reply: (Reply & { error?: string }) | null };

/** Sends an action of staff; says what came of it, and shows the page anew when it worked. */
export function usePost() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const router = useRouter();

  async function post<Reply>(
    path: string,
    body: object,
    { done, method = "POST" }: { done?: string; method?: "POST" | "DELETE" } = {},
  ): Promise<Sent<Reply>> {
    setIsBusy(true);
    setFailure(undefined);
    const sent = await send<Reply>(path, method, body);
    setIsBusy(false);
    if (sent.ok) {
      if (done) showToast("success", done);
      router.refresh();
    } else {
      setFailure(sent.reply?.error ?? messages.unexpected);
    }
    return sent;
  }

  return { post, isBusy, failure, setFailure };
}

async function send<Reply>(path: string, method: string, body: object): Promise<Sent<Reply>> {
  try {
    const response = await fetch(path, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return {
      ok: response.ok,
      status: response.status,
      reply: (await response.json()) as Sent<Reply>["reply"],
    };
  } catch {
    return { ok: false, status: 0, reply: null };
  }
}
