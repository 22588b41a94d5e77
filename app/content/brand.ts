import { brandMark } from "../../domain/brand-mark.ts";

/**
 * The owner of this site. An agency sets its name, addresses, logo and claims here. Everything in this file is SAMPLE CONTENT, to
 * be replaced by the owner's own.
 */
export const brand = {
  name: "Upfunnel",
  legalName: "Upfunnel Studio LLC",
  tagline: "Booking and lead-capture systems for people who sell on Instagram and through ads.",
  email: "hello@upfunnel.example",
  address: ["228 Harbor Street, Floor 3", "Portland, OR 97209", "United States"],

  mark: brandMark,

  /** Browser chrome and the installed app cannot read the tokens. These are the values of --page on ink, and --accent. */
  chrome: { ink: "#0b0c10", paper: "#fbfaf7", signal: "#ff6f1a" },

  /** Spec §9, Marketing claims. Sample values: publish only what the owner's records prove. */
  claims: [
    { figure: "2–10x", meaning: "return within 30 days" },
    { figure: "94%", meaning: "client retention" },
    { figure: "340%", meaning: "average return on ad spend" },
  ],
} as const;
