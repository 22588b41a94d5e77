import { expect, test } from "vitest";
import { fill, onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, type PersonKind, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const url = "https://acme.notion.site/share-0123456789abcdef0123456789abcdef?v=1";
const assign = "select public.assign_client_dashboard($1, $2, $3, $4) as id";
const update = "select public.update_client_dashboard($1, $2, $3, $4)";
const remove = "select public.delete_client_dashboard($1)";
const nobody = "00000000-0000-0000-0000-000000000000";

const outsiders: PersonKind[] = ["no role", "owner", "pending sales", "active sales", "inactive"];

const dashboardOf = async (db: TestDatabase, id: string | null) =>
  (await db.run<Record<string, string>>("select * from public.client_dashboards where user_id = $1", [id])).rows[0];

onEveryDatabase("assign_client_dashboard", (given) => {
  test("gives the account with this email a dashboard, trimmed, and returns its id", async () => {
    const { db, world } = given();
    const { admin, "new client": client } = world.people;
    await rolledBack(db, async () => {
      await become(db, admin);
      const { rows } = await db.run(assign, [
        ` ${client.email.toUpperCase()} `,
        "  Acme ",
        ` ${url} `,
        "Sales Pipeline",
      ]);
      expect(await dashboardOf(db, client.id)).toMatchObject({
        id: rows[0]?.id,
        business_name: "Acme",
        notion_database_url: url,
        dashboard_title: "Sales Pipeline",
        health_status: "unknown",
      });
    });
  });

  test("uses Lead Dashboard as the default title", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await become(db, world.people.admin);
      await db.run("select public.assign_client_dashboard($1, 'Acme', $2)", [world.people["new client"].email, url]);
      expect(await dashboardOf(db, world.people["new client"].id)).toMatchObject({ dashboard_title: "Lead Dashboard" });
    });
  });

  test.each([
    [
      "an unknown email",
      ["nobody@example.com", "Acme", url, "T"],
      "PT404",
      "No account with the email nobody@example.com",
    ],
    ["no email", [null, "Acme", url, "T"], "PT404", "No account with the email"],
    ["an empty business name", ["{new client.email}", "  ", url, "T"], "22023", "Business name is required"],
    ["no business name", ["{new client.email}", null, url, "T"], "22023", "Business name is required"],
    ["an over-long business name", ["{new client.email}", "x".repeat(201), url, "T"], "22001", "longer than 200"],
    ["an empty title", ["{new client.email}", "Acme", url, " "], "22023", "Dashboard title is required"],
    ["no URL", ["{new client.email}", "Acme", " ", "T"], "22023", "URL is required"],
    ["an over-long URL", ["{new client.email}", "Acme", `${url}${"x".repeat(2048)}`, "T"], "22001", "longer than 2048"],
    ["a client who has a dashboard", ["{owner.email}", "Acme", url, "T"], "PT409", "already has a dashboard"],
  ])("refuses %s", async (_, parameters, code, message) => {
    const { db, world } = given();
    const filled = parameters.map((value) => value && fill(value, world, world.people.admin).replaceAll("'", ""));
    await expect(asPerson(db, world.people.admin, assign, filled)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  test.each([
    "http://notion.so/a",
    "javascript:alert(1)",
    "https://user:secret@notion.so/a",
    "https://user@notion.so",
    "//notion.so/a",
    "notion.so/a",
    "https://localhost/a",
    "https://127.0.0.1/a",
    "https://[::1]/a",
    "https://-a.com",
    "https://a..com",
    "https://notion.so/a b",
    "https://notion.so\\@evil.com/",
    "https://notion.so:999999/a",
    "data:text/html,x",
    "https://",
    "ftp://notion.so/a",
    "https://notion.so/\n<script>",
  ])("refuses the URL %j", async (bad) => {
    const { db, world } = given();
    const call = asPerson(db, world.people.admin, assign, [world.people["new client"].email, "Acme", bad, "T"]);
    await expect(call).rejects.toMatchObject({ code: "22023", message: expect.stringContaining("URL") });
  });

  test.each([
    "https://notion.so",
    "https://www.notion.so:443/a?b=c#d",
    "HTTPS://Acme.Notion.Site/é",
    "https://xn--bcher-kva.example/a",
  ])("accepts the URL %j", async (good) => {
    const { db, world } = given();
    const call = asPerson(db, world.people.admin, assign, [world.people["new client"].email, "Acme", good, "T"]);
    expect((await call).count).toBe(1);
  });
});

onEveryDatabase("update_client_dashboard", (given) => {
  test("changes names and address, and resets the health of a changed address", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const id = (await dashboardOf(db, owner.id))?.id;
      await db.run("update public.client_dashboards set health_status = 'healthy'");
      await become(db, admin);
      await db.run(update, [id, "New Name", url.replace("?v=1", ""), "New Title"]);
      expect(await dashboardOf(db, owner.id)).toMatchObject({
        business_name: "New Name",
        dashboard_title: "New Title",
        health_status: "healthy",
      });
      await db.run(update, [id, "New Name", url, "New Title"]);
      expect(await dashboardOf(db, owner.id)).toMatchObject({ notion_database_url: url, health_status: "unknown" });
    });
  });

  test.each([
    ["an unknown id", nobody, "A", url, "T", "PT404", `No dashboard with the ID ${nobody}`],
    ["no id", null, "A", url, "T", "PT404", "No dashboard"],
    ["an empty name", "own", " ", url, "T", "22023", "Business name is required"],
    ["an empty title", "own", "A", url, null, "22023", "Dashboard title is required"],
    ["a bad URL", "own", "A", "javascript:alert(1)", "T", "22023", "must start with https://"],
  ])("refuses %s", async (_, id, name, address, title, code, message) => {
    const { db, world } = given();
    const target = id === "own" ? (await dashboardOf(db, world.people.owner.id))?.id : id;
    const call = asPerson(db, world.people.admin, update, [target, name, address, title]);
    await expect(call).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test("assigns an imported dashboard to the account with this email, but not an assigned one", async () => {
    const { db, world } = given();
    const { admin, owner, "new client": client } = world.people;
    const give = "select public.update_client_dashboard($1, 'Given', $2, 'Leads', null, $3)";
    await rolledBack(db, async () => {
      const imported = (await dashboardOf(db, "imported-user"))?.id ?? "";
      const owned = (await dashboardOf(db, owner.id))?.id ?? "";
      await become(db, admin);
      for (const [id, email, code] of [
        [imported, "nobody@example.com", "PT404"],
        [imported, owner.email, "PT409"],
        [owned, client.email, "22023"],
      ] as const) {
        await db.run("savepoint attempt");
        await expect(db.run(give, [id, url, email])).rejects.toMatchObject({ code });
        await db.run("rollback to savepoint attempt");
      }
      await db.run(give, [imported, url, " "]);
      expect(await dashboardOf(db, "imported-user")).toMatchObject({ id: imported, business_name: "Given" });
      await db.run(give, [imported, url, ` ${client.email.toUpperCase()} `]);
      expect(await dashboardOf(db, client.id)).toMatchObject({ id: imported });
    });
  });
});

onEveryDatabase("delete_client_dashboard", (given) => {
  test("deletes the dashboard", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const id = (await dashboardOf(db, owner.id))?.id;
      await become(db, admin);
      await db.run(remove, [id]);
      expect(await dashboardOf(db, owner.id)).toBeUndefined();
      await expect(db.run(remove, [id])).rejects.toMatchObject({ code: "PT404" });
    });
  });
});

onEveryDatabase("The dashboard procedures", (given) => {
  test.each(outsiders)("are refused for %s", async (kind) => {
    const { db, world } = given();
    const person = world.people[kind];
    const calls: [string, unknown[]][] = [
      [assign, [person.email, "A", url, "T"]],
      [update, [nobody, "A", url, "T"]],
      [remove, [nobody]],
    ];
    for (const [text, parameters] of calls)
      await expect(asPerson(db, person, text, parameters)).rejects.toMatchObject({
        code: "42501",
        message: "Only an admin can do this",
      });
  });

  test("do not exist for visitors", async () => {
    const { db, world } = given();
    for (const text of [
      "select public.delete_client_dashboard(null)",
      "select public.list_admin_overview()",
      "select public.can_set_up_admin()",
    ])
      await expect(asPerson(db, world.people.anon, text)).rejects.toMatchObject({ code: "42501" });
  });
});
