/** Whom an offer suits and whom it does not (spec §2, the Yes / Not Now list of each tier). */
export type Fit = { yes: readonly string[]; notNow: readonly string[] };

/** Spec §2: legacy, launch, base, pro, enterprise, general, ads. */
export type FitGroup = "legacy" | "launch" | "base" | "pro" | "enterprise" | "general" | "ads";
