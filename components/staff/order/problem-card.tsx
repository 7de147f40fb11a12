"use client";
import { useRouter } from "next/navigation";
import { usePost } from "@/components/staff/use-post";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { OrderDetails } from "@/lib/staff/orders/data";

type ProblemCardProps = Pick<OrderDetails, "order"> & { problem: NonNullable<OrderDetails["problem"]> };

export function ProblemCard({ order, problem: { since, messages } }: ProblemCardProps) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();

  async function solve() {
    const body = { version: order.version };
    const answer = await post(staffApiPaths.problem(order.id), body, { done: "Problem resolved" });
    if (!answer.ok) router.refresh();
  }

  return (
    <Card id="problem" className="scroll-mt-20 space-y-4 sm:p-6">
      <CardHeader
        title="Problem reported"
        aside={since ? <Badge tone="warning">Open</Badge> : <Badge>Resolved</Badge>}
      />
      <ul className="space-y-3 text-sm">
        {messages.map(({ id, body, at }) => (
          <li key={id}>
            <p className="wrap-anywhere whitespace-pre-line">{body}</p>
            <p className="text-text-muted">
              <Time at={at} show="local" />
            </p>
          </li>
        ))}
      </ul>
      {since ? (
        <>
          {order.email ? (
            <p className="text-sm">
              <a className="link wrap-anywhere" href={`mailto:${order.email}`}>
                Email {order.email}
              </a>
            </p>
          ) : null}
          <Failure>{failure}</Failure>
          <Button size="sm" variant="secondary" isBusy={isBusy} onClick={solve}>
            Mark resolved
          </Button>
        </>
      ) : null}
    </Card>
  );
}
