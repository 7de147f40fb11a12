import type { Metadata } from "next";
import { UnclaimBatch } from "@/components/orders/unclaim-batch";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { one, type Query } from "@/lib/base/query";

export const metadata: Metadata = {
  title: "Remove batch",
  robots: { index: false, follow: false, noarchive: true },
  referrer: "no-referrer",
};

/** Serves the page by which the address that paid takes its batch out of an account. Opening it changes nothing. */
export default async function UnclaimPage({ searchParams }: { searchParams: Promise<Query> }) {
  return (
    <>
      <ScriptNeeded />
      <UnclaimBatch link={one((await searchParams).link) ?? ""} />
    </>
  );
}
