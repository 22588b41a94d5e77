import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { loadConfig } from "~/shared/config.ts";
import { CopyButton } from "~/shared/copy-button.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip, type ChipTone } from "~/ui/chip.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Link } from "~/ui/link.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { isIpAddress } from "../../../../domain/landing/ip-address.ts";
import { checkDomain, type PageDomain, removeDomain } from "./api.ts";

type Props = { domain: PageDomain; published: boolean; onChanged: () => Promise<void> };

const STATES: Record<PageDomain["state"], { tone: ChipTone; text: string }> = {
  pending: { tone: "neutral", text: "Waiting for DNS records. Add them at your DNS provider, then check." },
  verified: {
    tone: "info",
    text: "Ownership is verified. The domain doesn't point here yet, or we couldn't confirm that it does.",
  },
  live: { tone: "ok", text: "Ownership is verified and the domain points here." },
  failed: { tone: "bad", text: "This domain doesn't show the page." },
};

/** The domain's DNS records, its state, and its problem. */
export function DomainCard({ domain, published, onChanged }: Props) {
  const [confirming, setConfirming] = useState(false);
  const { data: config } = useQuery({
    queryKey: queryKeys.config(),
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { tone, text } = STATES[domain.state];
  const check = useAction({
    action: () => checkDomain(domain.id),
    errorMessage: "Couldn't check DNS",
    onSuccess: () => onChanged(),
  });
  const remove = useAction({
    action: () => removeDomain(domain.id),
    successMessage: `${domain.domain} removed`,
    errorMessage: "Couldn't remove the domain",
    onSuccess: () => onChanged(),
  });
  return (
    <Card role="region" aria-label={domain.domain}>
      <CardHeader className="flex-wrap content-center gap-y-0.5 phone:py-3">
        <CardTitle level={3} className="wrap-anywhere whitespace-normal">
          {domain.domain}
        </CardTitle>
        <Chip tone={tone}>{domain.state}</Chip>
        <span className="text-ink-3 text-xs">
          {domain.checkedAt ? (
            <>
              Checked <TimeAgo at={domain.checkedAt} />
            </>
          ) : (
            "Never checked"
          )}
        </span>
      </CardHeader>
      <div className="grid gap-4 p-4">
        <p role="status" className="text-13 text-ink-2">
          {text}{" "}
          {domain.state === "live" && published && (
            <Link href={`https://${domain.domain}/`} target="_blank" rel="noopener">
              Open {domain.domain}
            </Link>
          )}
          {domain.state !== "failed" && !published && "The domain shows the page once you publish it."}
        </p>
        {domain.problem && (
          <Banner
            tone={domain.state === "failed" ? "bad" : "warn"}
            title={<span className="wrap-anywhere">{domain.problem}</span>}
          />
        )}
        <dl className="grid gap-3">
          <Record
            step="1. Prove that you own the domain"
            type="TXT"
            name={`_upfunnel.${domain.domain}`}
            value={`upfunnel-verify=${domain.token}`}
          />
          <Record step="2. Point the domain here" name={domain.domain} {...directionOf(config?.siteUrl)} />
        </dl>
        <div className="flex flex-wrap gap-2 phone:[&>*]:flex-1">
          <Button
            variant={domain.state === "live" ? "default" : "primary"}
            loading={check.busy}
            onClick={() => void check.run()}
          >
            <span>Check now</span>
          </Button>
          <Button onClick={() => setConfirming(true)}>Remove domain</Button>
        </div>
      </div>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`Remove ${domain.domain}?`}
        description="The domain stops showing this page right away. If you add it again, it needs a new TXT record."
        cancelLabel="Keep it"
        confirmLabel="Remove domain"
        onConfirm={() => void remove.run()}
      />
    </Card>
  );
}

/** The DNS record that points to this host: a CNAME with its public name, or an A or AAAA record with its IP address. */
function directionOf(siteUrl: string | undefined): { type: string; value: string; note?: string } {
  const host = siteUrl ? new URL(siteUrl).hostname.replace(/^\[|\]$/g, "") : location.hostname;
  if (isIpAddress(host)) return { type: host.includes(":") ? "AAAA" : "A", value: host };
  const note = "For a root domain, which can't have a CNAME, use an A or AAAA record with this host's IP address.";
  return { type: "CNAME", value: host, note };
}

type RecordProps = { step: string; type: string; name: string; value: string; note?: string };

function Record({ step, type, name, value, note }: RecordProps) {
  return (
    <div className="grid gap-2 rounded-card border border-line p-3">
      <dt className="flex items-center gap-2 font-medium text-13">
        {step}
        <Chip dot={false}>{type}</Chip>
      </dt>
      {[
        ["Name", name],
        ["Value", value],
      ].map(([label = "", text = ""]) => (
        <dd key={label} className="flex items-center gap-3 text-13">
          <span className="w-10 shrink-0 text-ink-3 text-xs">{label}</span>
          <code className="wrap-anywhere min-w-0 flex-1 font-mono text-xs">{text}</code>
          <CopyButton text={text} what={`the ${label.toLowerCase()} of the ${type} record`} />
        </dd>
      ))}
      {note && <dd className="text-ink-3 text-xs">{note}</dd>}
    </div>
  );
}
