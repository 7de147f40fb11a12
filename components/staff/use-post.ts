"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { type JsonAnswer, postJson } from "@/lib/http/post-json";

type PostOptions = {
  /** What a toast says when it worked; without it there is none. */
  done?: string;
  method?: "POST" | "DELETE";
};

/**
 * Sends an action of staff. `post` answers what the endpoint said; when it worked, the page shows anew (and a toast
 * says `done`), otherwise `failure` is the reason to show beside the button.
 */
export function usePost() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const router = useRouter();

  async function post<T, Reply = unknown>(
    path: string,
    body: object,
    { done, method = "POST" }: PostOptions = {},
  ): Promise<JsonAnswer<T, Reply>> {
    setIsBusy(true);
    setFailure(undefined);
    const answer = await postJson<T, Reply>(path, body, { method });
    setIsBusy(false);
    if (answer.ok) {
      if (done) showToast("success", done);
      router.refresh();
    } else {
      setFailure(answer.error);
    }
    return answer;
  }

  return { post, isBusy, failure, setFailure };
}
