import { publicEnv, sandboxPublic } from "@/lib/base/env-public";
import { formatPrice } from "@/lib/base/money";

/** The sandbox's limit says so, as its name, address and hours do; a business that has a name has its own. */
const limitMark = publicEnv.businessName === sandboxPublic.BUSINESS_NAME ? " (demo limit)" : "";

/** Holds who does business here, as the pages with its terms say it. Nothing else writes it. */
export const business = {
  legalName: publicEnv.businessName,
  address: publicEnv.businessAddress,
  /** The grading companies that batches are submitted to, divided by commas. */
  graders: publicEnv.graders,
  /** Null for a business that has no number as a dealer of theirs. */
  dealerNumber: publicEnv.dealerNumber || null,
  /** For how much a batch is insured with us and on its way back: "$5,000". */
  insuranceLimit: formatPrice(Number(publicEnv.insuranceLimit) * 100) + limitMark,
  supportHours: publicEnv.supportHours,
} as const;
