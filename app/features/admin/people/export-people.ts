import { downloadFile } from "~/shared/download-file.ts";
import { toast } from "~/shared/toast.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type PeopleFilter, type Person, searchPeople } from "./search-people.ts";
import { toCsv } from "./to-csv.ts";

const PAGE_SIZE = 1000;
const COLUMNS = [
  "Name",
  "E-mail",
  "Role",
  "Status",
  "Company",
  "Last active",
  "Open leads",
  "Two-step sign-in",
  "Created",
];

/** Everybody who matches, not only who is shown, as a CSV file. Failures are said. */
export async function exportPeople(filter: PeopleFilter): Promise<void> {
  try {
    const all: Person[] = [];
    for (;;) {
      const { people, total } = await searchPeople(filter, all.length, PAGE_SIZE);
      all.push(...people);
      if (people.length === 0 || all.length >= total) break;
    }
    const day = new Date().toISOString().slice(0, 10);
    downloadFile(`people-${day}.csv`, "text/csv", toCsv([COLUMNS, ...all.map(toLine)]));
  } catch {
    toast.error(ADMIN_TEXTS.loadFailed);
  }
}

function toLine(person: Person): string[] {
  const { name, email, roles, company, lastActive, openLeads, twoStep, createdAt } = person;
  const each = (key: "role" | "status") => roles.map((row) => row[key]).join(" ");
  const access = [each("role"), each("status")];
  return [
    name,
    email,
    ...access,
    company ?? "",
    lastActive ?? "",
    String(openLeads),
    twoStep ? "on" : "off",
    createdAt,
  ];
}
