import { downloadFile } from "~/shared/download-file.ts";
import { csvLine } from "../../../../domain/csv-writer.ts";
import { localToday } from "../../../../domain/zoned-time.ts";
import { type PeopleFilter, type Person, searchPeople } from "./api.ts";

const EXPORT_PAGE_SIZE = 1000;
const COLUMNS = [
  "Name",
  "Email",
  "Role",
  "Status",
  "Company",
  "Last active",
  "Open leads",
  "Two-step sign-in",
  "Created",
];

/** Downloads all matching users as a CSV file, not only the visible pages. */
export async function exportPeople(filter: PeopleFilter): Promise<void> {
  const all: Person[] = [];
  for (;;) {
    const { people, total } = await searchPeople(filter, all.length, EXPORT_PAGE_SIZE);
    all.push(...people);
    if (people.length === 0 || all.length >= total) break;
  }
  downloadFile(`people-${localToday()}.csv`, "text/csv", peopleAsCsv(all));
}

/** One line for each person. What the screen shows as a dash is empty. */
export function peopleAsCsv(people: readonly Person[]): string {
  return [COLUMNS, ...people.map(toLine)].map((line) => csvLine(line)).join("");
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
    openLeads > 0 ? String(openLeads) : "",
    twoStep ? "on" : "off",
    createdAt,
  ];
}
