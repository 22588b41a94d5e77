import { useState } from "react";
import { useNavigate } from "react-router";
import { brand } from "~/content/brand.ts";
import { AttachmentsField } from "~/shared/attachments/attachments-field.tsx";
import { useAttachments } from "~/shared/attachments/use-attachments.ts";
import { slugOfPage, useCameFrom } from "~/shared/came-from.ts";
import { fullName } from "~/shared/display-name.ts";
import { getLastFailure } from "~/shared/failed-responses.ts";
import { getLastPage } from "~/shared/last-page.ts";
import * as z from "~/shared/schema.ts";
import { UnsavedChangesPrompt } from "~/shared/unsaved-changes-prompt.tsx";
import { useActionForm } from "~/shared/use-action-form.ts";
import { useAgencyContact } from "~/shared/use-agency-contact.ts";
import { useProfile } from "~/shared/use-profile.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Field } from "~/ui/field.tsx";
import { Link } from "~/ui/link.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Textarea } from "~/ui/textarea.tsx";
import { changeRequestTypes } from "../../../../domain/change-requests.ts";
import { requestFilePath } from "../../../../domain/files.ts";
import type { Role } from "../../../../domain/roles.ts";
import { AccountChoice, useAccountChoice } from "../lib/account-choice.tsx";
import { changeRequestOptions } from "../lib/change-requests.ts";

const TYPES = ["technical_support", "general_inquiry", "feature_request"] as const;
const MAX_MESSAGE_LENGTH = 9_000;
const schema = z.object({
  type: z.enum(TYPES),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Message is required"),
      z.maxLength(MAX_MESSAGE_LENGTH, "Use at most 9,000 characters"),
    ),
});

/** Salespeople have no page with their requests. */
const REQUESTS_PAGES: Partial<Record<Role, string>> = {
  client: "/client-dashboard?tab=communication",
  admin: "/admin/requests",
};

type Props = { user: { id: string; email?: string | undefined }; role: Role | null };

/** A message to the team. It becomes a change request that includes the previous page and the last failed request. */
export function ContactForm({ user, role }: Props) {
  const profile = useProfile(user.id).data;
  const email = useAgencyContact().data?.email ?? brand.email;
  const [context] = useState(collectContext);
  const attachments = useAttachments(requestFilePath);
  const navigate = useNavigate();
  const requestsPage = role && REQUESTS_PAGES[role];
  const cameFrom = useCameFrom();
  const { accounts, initial, isPending, accountField } = useAccountChoice(user.id, cameFrom && slugOfPage(cameFrom));
  const { action, ...options } = changeRequestOptions(user, attachments.message);
  const { props, errors, busy, dirty } = useActionForm({
    ...options,
    schema: z.extend(schema, { accountId: accountField }),
    action: ({ type, message, accountId }) =>
      action({
        businessName:
          accounts.find(({ id }) => id === accountId)?.name ||
          profile?.company?.trim() ||
          fullName(profile, user.email) ||
          "Help Center",
        accountId,
        requestType: type,
        message: appendContext(message, context),
      }),
    successMessage: {
      title: options.successMessage,
      ...(requestsPage && { action: { label: "See it", onClick: () => void navigate(requestsPage) } }),
    },
    resets: true,
  });
  return (
    <Card role="region" aria-label="Ask us">
      <CardHeader>
        <CardTitle>Ask us</CardTitle>
      </CardHeader>
      <div className="grid gap-4 p-4">
        {/* A form that grows after it began would always have changes. */}
        {role && isPending && <Skeleton className="h-80" />}
        {role && !isPending && (
          <form {...props} {...attachments.formProps} className="grid gap-4">
            <AccountChoice accounts={accounts} initial={initial} error={errors.accountId} />
            <Field label="What is it about?" error={errors.type}>
              <NativeSelect name="type">
                {TYPES.map((type) => (
                  <option key={type} value={type}>
                    {changeRequestTypes[type]}
                  </option>
                ))}
              </NativeSelect>
            </Field>
            <Field
              label="Message"
              error={errors.message}
              hint={(context.page ?? context.requestId) && <ContextHint {...context} />}
            >
              <Textarea name="message" rows={4} />
            </Field>
            <AttachmentsField attachments={attachments} />
            {(dirty || attachments.uploads.items.length > 0) && <UnsavedChangesPrompt allowSearchChanges />}
            <Button
              type="submit"
              variant="primary"
              loading={busy}
              disabled={isPending}
              className="justify-self-start phone:w-full"
            >
              <span>Send message</span>
            </Button>
          </form>
        )}
        <p className="text-13 text-ink-3">
          We'll reply to {user.email} within 24 hours. Or write to <Link href={`mailto:${email}`}>{email}</Link>.
        </p>
      </div>
    </Card>
  );
}

type RequestContext = { page: string | null; requestId: string | null };

/** A person who opened the help center first came from no page. */
function collectContext(): RequestContext {
  return { page: getLastPage(), requestId: getLastFailure()?.requestId ?? null };
}

function ContextHint({ page, requestId }: RequestContext) {
  return (
    <>
      We include {page !== null && "the address of the page that you came from"}
      {page !== null && requestId !== null && " and "}
      {requestId !== null && (
        <>
          the last request that failed (<span className="wrap-anywhere font-mono">{requestId}</span>)
        </>
      )}
      .
    </>
  );
}

function appendContext(message: string, { page, requestId }: RequestContext): string {
  const lines = [...(page ? [`Page: ${page}`] : []), ...(requestId ? [`Request: ${requestId}`] : [])];
  return lines.length > 0 ? `${message}\n\n${lines.join("\n")}` : message;
}
