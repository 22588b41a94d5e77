import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { waitingPagesQuery } from "~/shared/waiting-pages.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field } from "~/ui/field.tsx";
import { returnsFocusToHeading } from "~/ui/keep-focus.ts";
import { NativeSelect } from "~/ui/native-select.tsx";
import { type PageListItem, pagesQuery } from "../lib/api.ts";
import { approvalQuery, setApproval } from "../lib/publish-requests.ts";
import { ReviewDialog, reviewed } from "./review-dialog.tsx";

/** The list's `accounts` parameter for the pages of every account, and for those that wait for an answer. No slug has this form. */
const ALL_ACCOUNTS = "*";
export const WAITING = "*waiting";

export const isOneAccount = (value: string) => !["", ALL_ACCOUNTS, WAITING].includes(value);

export const isWaiting = ({ request_state }: PageListItem) => request_state === "waiting";

type Props = { value: string; pages: readonly PageListItem[]; onChange: (value: string) => void };

/** Whose pages an admin's list shows: the agency's, everyone's, those that wait for an answer, or those of one account. */
export function AccountFilter({ value, pages, onChange }: Props) {
  const clients = new Map(
    pages.filter(({ account_slug }) => account_slug !== "agency").map((page) => [page.account_slug, page.account_name]),
  );
  return (
    <Field label="Account" hideLabel className="min-w-44 phone:w-full">
      <NativeSelect value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Our pages</option>
        <option value={ALL_ACCOUNTS}>All accounts</option>
        <option value={WAITING}>Waiting for approval</option>
        {[...clients]
          .toSorted(([, one], [, other]) => one.localeCompare(other))
          .map(([slug, name]) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        {isOneAccount(value) && !clients.has(value) && <option value={value}>{value}</option>}
      </NativeSelect>
    </Field>
  );
}

/** Pages of clients that wait for an answer. Review opens the only one, or the list of all. */
export function WaitingNotice({ onShow }: { onShow: () => void }) {
  const { data: count = 0 } = useQuery(waitingPagesQuery);
  const pages = useQuery({ ...pagesQuery(true), enabled: count === 1 });
  const [asked, setAsked] = useState<PageListItem | null>(null);
  const only = count === 1 ? pages.data?.find(isWaiting) : undefined;
  return (
    <>
      {count > 0 && (
        <Banner
          ref={returnsFocusToHeading}
          tone="warn"
          title={
            count === 1
              ? "A client's page is waiting for your approval"
              : `${count} client pages are waiting for your approval`
          }
          action={
            <Button
              size="sm"
              disabled={count === 1 && pages.isPending}
              onClick={() => (only ? setAsked(only) : onShow())}
            >
              Review
            </Button>
          }
        />
      )}
      {asked && <ReviewDialog page={reviewed(asked)} open onClose={() => setAsked(null)} />}
    </>
  );
}

/** The agency's switch for one account. It saves immediately. */
export function ApprovalSwitch({ id, name }: { id: string; name: string }) {
  const approval = useQuery(approvalQuery(id));
  const change = useAction({
    action: (required: boolean) => setApproval(id, required),
    successMessage: (_, required) => (required ? `${name} asks before publishing` : `${name} publishes without asking`),
    errorMessage: "Couldn't change the setting",
    invalidates: [queryKeys.landingApproval(id)],
  });
  if (approval.data === undefined) return null;
  return (
    <div className="border-line border-b px-4 py-2.5">
      <Checkbox
        label={`${name} asks us before it publishes a page`}
        checked={approval.data}
        disabled={change.busy}
        onChange={(event) => void change.run(event.target.checked)}
      />
    </div>
  );
}
