"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { showToast } from "@/components/ui/toast";
import { type JsonAnswer, postJson } from "@/lib/http/post-json";

type PostOptions = { done?: string; method?: "POST" | "DELETE" };

/** Posts a staff action, then refreshes the page and shows `done` as a toast. `failure` is the error message. */
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

type PostButtonProps = { path: string; body: object; done: string; children: string };

/** Posts `body` on click, then shows `done` as a toast or an error below the button. */
export function PostButton({ path, body, done, children }: PostButtonProps) {
  const { post, isBusy, failure } = usePost();
  return (
    <div>
      <Button size="sm" variant="secondary" isBusy={isBusy} onClick={() => post(path, body, { done })}>
        {children}
      </Button>
      <Failure className="mt-1">{failure}</Failure>
    </div>
  );
}
