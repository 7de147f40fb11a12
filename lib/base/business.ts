import { publicEnv } from "@/lib/base/env-public";

/** Holds who does business here, as the pages with its terms say it. Nothing else writes it. */
export const business = {
  legalName: publicEnv.businessName,
  address: publicEnv.businessAddress,
  /** The grading companies that batches are submitted to, divided by commas. */
  graders: publicEnv.graders,
  /** Null for a business that has no number as a dealer of theirs. */
  dealerNumber: publicEnv.dealerNumber || null,
  /** For how much a batch is insured with us and on its way back. */
  insuranceLimitCents: Number(publicEnv.insuranceLimit) * 100,
  supportHours: publicEnv.supportHours,
} as const;
