import { truncateText } from "../truncate-text.ts";
/** The DNS records of a domain for a landing page. An empty list means that there is no such record. */
export type DomainRecords = {
  domain: string;
  token: string;
  /** TXT of _upfunnel.<domain>. Null if no server answered. */
  txt: string[] | null;
  /** A and AAAA of the domain. Null if no server answered. */
  addresses: string[] | null;
  cname: string[];
  /** The product's own host and its addresses. Null if they are unknown. */
  siteHost: string;
  siteAddresses: string[] | null;
};

export type DomainCheckResult = {
  txt: "found" | "missing" | "wrong" | "unknown";
  /** Null if unknown. */
  pointsHere: boolean | null;
  /** The wrong record and its correct value. */
  problem: string | null;
};

/** The name and value of the TXT record that proves the ownership of a domain. */
export function ownershipRecord(domain: string, token: string): { name: string; value: string } {
  return { name: `_upfunnel.${domain}`, value: `upfunnel-verify=${token}` };
}

/** Whether the page's client owns a domain, and whether it points here. */
export function evaluateDomain(records: DomainRecords): DomainCheckResult {
  const { domain, token, txt } = records;
  const { name, value } = ownershipRecord(domain, token);
  if (domain === records.siteHost)
    return { txt: "wrong", pointsHere: null, problem: `${domain} is this product's own address.` };
  if (txt === null)
    return {
      txt: "unknown",
      pointsHere: null,
      problem: `DNS didn't respond for ${name}. Please try again in a moment.`,
    };
  if (!txt.some((text) => text.trim() === value)) {
    const ours = txt.find((text) => text.trim().startsWith("upfunnel-verify="));
    return ours
      ? {
          txt: "wrong",
          pointsHere: null,
          problem: `The TXT record ${name} is “${truncateText(ours.trim(), 200)}”. Change it to “${value}”.`,
        }
      : {
          txt: "missing",
          pointsHere: null,
          problem: `No TXT record ${name} with the value “${value}” was found. New records can take up to an hour to show up.`,
        };
  }
  return { txt: "found", ...evaluateAddresses(records) };
}

function evaluateAddresses(records: DomainRecords): Pick<DomainCheckResult, "pointsHere" | "problem"> {
  const { domain, addresses, cname, siteHost, siteAddresses } = records;
  if (cname.some((target) => target.toLowerCase().replace(/\.$/, "") === siteHost))
    return { pointsHere: true, problem: null };
  if (addresses === null || siteAddresses === null)
    return {
      pointsHere: null,
      problem: `DNS didn't respond for ${addresses === null ? domain : siteHost}. Please try again in a moment.`,
    };
  const wanted = siteAddresses.length ? `, or add A records for ${siteAddresses.join(" and ")}` : "";
  if (addresses.length === 0)
    return {
      pointsHere: false,
      problem: `${domain} has no A, AAAA, or CNAME record. Add a CNAME for ${siteHost}${wanted}.`,
    };
  const strange = addresses.find((address) => !siteAddresses.includes(address));
  if (!strange) return { pointsHere: true, problem: null };
  const kind = strange.includes(":") ? "AAAA" : "A";
  return {
    pointsHere: false,
    problem: `The ${kind} record for ${domain} points to ${strange}, not to us. Add a CNAME for ${siteHost}${wanted}.`,
  };
}
