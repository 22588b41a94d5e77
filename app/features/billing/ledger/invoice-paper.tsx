import type { ReactNode } from "react";
import { brand } from "~/content/brand.ts";
import { AgencyLogoImage } from "~/shared/shell/agency-logo.tsx";
import type { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { formatQuantity } from "../../../../domain/format-count.ts";
import { formatDayRange, formatLongDay } from "../../../../domain/format-date.ts";
import { unitedStates } from "../../../../domain/format-locale.ts";
import { parseQuantity } from "../../../../domain/invoice-lines.ts";
import { discountLines, invoiceTotals } from "../../../../domain/invoice-totals.ts";
import { invoiceHeading, invoiceTitle, taxLine } from "../../../../domain/invoices.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { type DraftLine, draftTotal, type InvoiceDraft, lineAmount, lineText, unitAmount } from "./invoice-draft.ts";

type Props = {
  draft: InvoiceDraft;
  agency: ReturnType<typeof useAgencyContact>["data"];
  /** What the client's invoices print besides the name. */
  details: { billing_address: string | null; tax_id: string | null } | null | undefined;
  today: string;
};

/** A sheet of paper, in the layout and colors of the PDF (supabase/functions/_shared/invoices). It is white in both themes. */
export function InvoicePaper({ draft, agency, details, today }: Props) {
  const { client, description, due, from, until } = draft;
  const lines = draft.lines.filter((line) => line.description.trim() || line.unit.trim());
  const title = invoiceTitle(
    description,
    lines.map((line) => ({ description: lineText(line) })),
  );
  const linesOf = (address: string | null | undefined) => (address ?? "").split("\n").map((line) => line.trim());
  return (
    <div className="wrap-anywhere min-h-[792px] bg-[#ffffff] px-12 py-11 text-[#0b0c10] text-[13px] leading-normal">
      <div className="flex items-start justify-between gap-6">
        {agency?.logo ? (
          <AgencyLogoImage
            logo={{ ...agency.logo, plate: false }}
            name={agency.name}
            className="max-h-10 max-w-[200px]"
          />
        ) : (
          <div className="flex items-center gap-2.5">
            <Mark />
            <span className="font-semibold text-[17px]">{agency?.name}</span>
          </div>
        )}
        <div className="text-right">
          <p className="font-semibold text-[24px] leading-tight">{invoiceHeading({ status: "draft" })}</p>
          <p className="text-[#5c5d64]">Draft</p>
        </div>
      </div>
      <div className="mt-8 grid grid-cols-[1.3fr_1fr_1fr] gap-x-6 gap-y-3 bg-[#f6f4ee] px-5 py-4">
        <Fact
          label="Amount due"
          value={<span className="font-semibold text-[20px]">{sum(draftTotal(draft), draft)}</span>}
        />
        <Fact label="Issued" value={formatLongDay(today)} />
        <Fact label="Due" value={due ? formatLongDay(due) : "On receipt"} />
        {from && from <= until && <Fact label="Service period" value={formatDayRange(from, until)} />}
      </div>
      <div className="mt-7 grid grid-cols-2 gap-6">
        <Party
          label="From"
          lines={[agency?.name, ...linesOf(agency?.address), agency?.email, agency?.phone, taxLine(agency?.tax_id)]}
        />
        <Party
          label="Billed to"
          lines={[
            ...[client?.company, client?.name ?? "–", ...linesOf(details?.billing_address)],
            ...[client?.email, taxLine(details?.tax_id)],
          ]}
        />
      </div>
      {title && <p className="mt-7 font-semibold text-[15px]">{title}</p>}
      <PaperLines draft={draft} lines={lines} />
    </div>
  );
}

function PaperLines({ draft, lines }: { draft: InvoiceDraft; lines: DraftLine[] }) {
  return (
    <>
      <div className={`mt-3 border-[#0b0c10] border-b pb-1.5 text-[#5c5d64] text-[11px] ${COLUMNS}`}>
        <span>Description</span>
        <span className="text-right">Quantity</span>
        <span className="text-right">Unit price</span>
        <span className="text-right">Amount</span>
      </div>
      {lines.map((line) => (
        <div key={line.key} className={`border-[#d9d7cf] border-b py-2 ${COLUMNS}`}>
          <span>{lineText(line) || "–"}</span>
          <span className="text-right">{quantityText(line.quantity)}</span>
          <span className="text-right">{sum(unitAmount(line, draft), draft)}</span>
          <span className="text-right">{sum(lineAmount(line, draft), draft)}</span>
        </div>
      ))}
      <Totals draft={draft} />
    </>
  );
}

/** The rows of the PDF for a draft: discounts, the total, and what is due. */
function Totals({ draft }: { draft: InvoiceDraft }) {
  const total = draftTotal(draft);
  const { lines } = invoiceTotals({ status: "draft", total, credited: 0, received: 0, refunded: 0, owed: total });
  const before = discountLines(draft.lines.map((line) => lineAmount(line, draft) ?? 0));
  return (
    <div className="mt-4 grid grid-cols-[1fr_auto] gap-x-8 gap-y-2 text-right text-[#5c5d64]">
      {[...before, ...lines].map(([label, amount]) => (
        <div
          key={label}
          className="col-span-2 grid grid-cols-subgrid last:font-semibold last:text-[#0b0c10] last:text-[16px]"
        >
          <span>{label}</span>
          <span className="text-[#0b0c10]">{sum(amount, draft)}</span>
        </div>
      ))}
    </div>
  );
}

/** As on the PDF. */
const COLUMNS = "grid grid-cols-[1fr_56px_104px_104px]";

/** A partly typed currency or amount is not valid yet. */
function sum(amount: number | null, { currency }: InvoiceDraft): string {
  const code = currency.trim();
  return amount === null || !/^[a-z]{3}$/i.test(code) ? "–" : formatMoney({ amount, currency: code }, unitedStates);
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <p className="text-[#5c5d64] text-[11px]">{label}</p>
      <p>{value}</p>
    </div>
  );
}

function Party({ label, lines }: { label: string; lines: readonly (string | null | undefined)[] }) {
  return (
    <div>
      <p className="text-[#5c5d64] text-[11px]">{label}</p>
      {[...new Set(lines.filter(Boolean))].map((line, at) => (
        <p key={line} className={at === 0 ? "font-semibold" : "text-[#33343a]"}>
          {line}
        </p>
      ))}
    </div>
  );
}

function Mark() {
  const { walls, wallWidth, dot } = brand.mark;
  return (
    <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <path d={walls} fill="none" stroke="#0b0c10" strokeWidth={wallWidth} strokeLinecap="round" />
      <circle cx={dot.x} cy={dot.y} r={dot.radius} fill="#f96c1b" />
    </svg>
  );
}

/** The quantity as on the invoice, or as typed while it isn't one. */
function quantityText(typed: string): string {
  const quantity = parseQuantity(typed);
  return quantity === null ? typed : formatQuantity(quantity);
}
