import { randomUUID } from "node:crypto";
import { apiPaths } from "../../lib/base/api-paths.ts";
import type { Product } from "../../sandbox/builders/product.ts";
import { anAddress, HOUR, type Limited, MINUTE } from "./limited-use.ts";

export function problemUses(product: Product) {
  const tell = (id: string, address = anAddress()) =>
    product.post(apiPaths.problem(id), { words: "A slab is cracked." }, { address });
  return {
    problem: {
      allowed: 6,
      wait: MINUTE,
      // Someone who has only the link is counted per batch.
      uses: async () => {
        const [one, another] = [randomUUID(), randomUUID()];
        return [() => tell(one), () => tell(another)];
      },
    },
    problemAddress: {
      allowed: 60,
      wait: HOUR,
      uses: async () => {
        const [one, another] = [anAddress(), anAddress()];
        return [() => tell(randomUUID(), one), () => tell(randomUUID(), another)];
      },
    },
  } satisfies Record<string, Limited>;
}
