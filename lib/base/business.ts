import { publicEnv, sandboxPublic } from "@/lib/base/env-public";
import { formatPrice } from "@/lib/base/money";

const limitMark = publicEnv.businessName === sandboxPublic.BUSINESS_NAME ? " (demo limit)" : "";

/** The only source of business facts. */
export const business = {
  legalName: publicEnv.businessName,
  address: publicEnv.businessAddress,
  graders: publicEnv.graders,
  /** Null if we aren't a registered dealer. */
  dealerNumber: publicEnv.dealerNumber || null,
  /** Coverage per batch, while with us and on its way back. */
  insuranceLimit: formatPrice(Number(publicEnv.insuranceLimit) * 100) + limitMark,
  supportHours: publicEnv.supportHours,
} as const;
