"use client";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";

type PostButtonProps = { path: string; body: object; done: string; children: string };

/** Posts `body` on a click, then shows `done` as a toast or a refusal below the button. */
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
