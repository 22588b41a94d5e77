import { formatDayOfYearTime, formatDayOfYearTimeZone } from "../../../../domain/format-date.ts";
import type { Region } from "../../../../domain/format-locale.ts";
import { localZone } from "../../../../domain/zoned-time.ts";

/** Until the agency's zone is known, times are the reader's. */
const isReadersZone = ({ timeZone = localZone() }: Region): boolean => timeZone === localZone();

/** A moment of an invoice. Times are the agency's, as on the PDF. They name their zone where it isn't the reader's. */
export const formatBillingTime = (at: string, region: Region): string =>
  isReadersZone(region) ? formatDayOfYearTime(at, region) : formatDayOfYearTimeZone(at, region);

/** A moment of an invoice for admins, in their own zone as in the audit log. It's named where the days beside it are of another one. */
export const formatAdminTime = (at: string, region: Region): string =>
  isReadersZone(region) ? formatDayOfYearTime(at) : formatDayOfYearTimeZone(at);
