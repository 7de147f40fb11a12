import { apiPaths } from "../../lib/base/api-paths.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import type { Product } from "../../sandbox/builders/product.ts";
import { anAddress, HOUR, type Limited, MINUTE } from "./limited-use.ts";

type FindLimit = "findBatchAddress" | "findBatchEmail" | "findBatch";

export function findUses(product: Product): Record<FindLimit, Limited> {
  const find = (email: string, batch: string, address: string) =>
    product.post(apiPaths.findBatch, { email, batch }, { address });
  return {
    findBatchAddress: {
      allowed: 20,
      wait: HOUR,
      uses: async () => {
        const [one, another] = [anAddress(), anAddress()];
        return [() => find(anEmail(), newBatchId(), one), () => find(anEmail(), newBatchId(), another)];
      },
    },
    findBatchEmail: {
      allowed: 6,
      wait: 15 * MINUTE,
      uses: async () => {
        const [address, email] = [anAddress(), anEmail()];
        return [
          (n) => find(n % 2 ? email : email.toUpperCase(), newBatchId(), address),
          () => find(anEmail(), newBatchId(), address),
        ];
      },
    },
    findBatch: {
      allowed: 5,
      wait: HOUR,
      uses: async () => {
        const [batch, other] = [newBatchId(), newBatchId()];
        return [
          (n) => find(anEmail(), n % 2 ? batch : batch.slice(6).toLowerCase(), anAddress()),
          () => find(anEmail(), other, anAddress()),
        ];
      },
    },
  };
}
