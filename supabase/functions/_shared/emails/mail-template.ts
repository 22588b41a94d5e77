import type { ReactNode } from "react";
import type { MailThread } from "../deps.ts";
import type { Sender } from "./sender.ts";

/** The data of a template, checked when it is rendered. All values come from our own functions. */
export type MailData = Record<string, string | undefined>;

export type MailTemplate = {
  subject: (sender: Sender, data: MailData) => string;
  body: (props: { sender: Sender; data: MailData }) => ReactNode;
  /** Emails of one thread are shown together in an inbox. Absent for emails that are alone. */
  thread?: (data: MailData) => MailThread;
};
