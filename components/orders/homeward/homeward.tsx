import { LateHomewardPanel } from "@/components/orders/homeward/late-homeward";
import type { HomewardFacts } from "@/lib/orders/schema";

type HomewardProps = {
  facts: HomewardFacts;
  /** The token of the tracking page that shows it; null in the owner's account. */
  token: string | null;
  level: 2 | 3;
};

/** Shows what a customer can say at the end of a batch's way, and what was said; nothing before it is on its way back. */
export function Homeward({ facts, token, level }: HomewardProps) {
  if (!facts.can_write && !facts.can_arrive) return null;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="space-y-3">
      <Heading className="text-lg font-semibold" tabIndex={-1} data-homeward="">
        Back with you
      </Heading>
      <LateHomewardPanel facts={facts} token={token} />
    </section>
  );
}
