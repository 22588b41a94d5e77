import { ExternalLink, LayoutDashboard, Plus } from "lucide-react";
import { Button } from "../button.tsx";
import { Card, CardHeader, CardTitle } from "../card.tsx";
import { Chip } from "../chip.tsx";
import { EmptyState } from "../empty-state.tsx";
import { IconButton } from "../icon-button.tsx";
import { PageHeader } from "../page-header.tsx";
import { Stat, StatGroup } from "../stat-group.tsx";
import { Tabs, TabsContent, TabsCount, TabsList, TabsTrigger } from "../tabs.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";

export function Surfaces() {
  return (
    <GallerySection id="surfaces" title="Cards, stats, tabs">
      <Specimen title="Stat group, loaded and loading" className="grid gap-4">
        <StatGroup>
          <Stat label="Total Paid" value="$10,850.00" note="9 invoices since March 2026" chart={<Bars />} />
          <Stat label="Active Retainers" value={2} note="$2,050.00 per month, next on December 1" />
          <Stat label="Total Invoices" value={14} note="9 paid, 2 active, 3 pending" />
          <Stat label="Companies" value="–" note="no data yet" />
        </StatGroup>
        <StatGroup>
          <Stat label="Total Paid" value={undefined} />
          <Stat label="Active Retainers" value={undefined} />
          <Stat label="Total Invoices" value={undefined} />
        </StatGroup>
      </Specimen>
      <Specimen title="Cards and empty states" className="grid items-stretch gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader>
            <LayoutDashboard aria-hidden="true" className="size-4 text-ink-3" />
            <CardTitle level={4}>Lead Dashboard</CardTitle>
            <Chip tone="ok">Live</Chip>
            <IconButton label="Open in a new tab" size="sm" className="-mr-2 ml-auto">
              <ExternalLink aria-hidden="true" />
            </IconButton>
          </CardHeader>
          <p className="p-4 text-ink-2 text-sm">Northside Med Spa</p>
        </Card>
        <Card>
          <EmptyState
            icon={<LayoutDashboard />}
            title="No client dashboards configured"
            text="Clients see an empty portal until you connect their Notion page."
          >
            <Button icon={<Plus aria-hidden="true" />}>Add Dashboard</Button>
          </EmptyState>
        </Card>
      </Specimen>
      <Specimen title="Tabs" className="block">
        <Tabs defaultValue="manage">
          <TabsList aria-label="Example">
            <TabsTrigger value="mine">My Dashboard</TabsTrigger>
            <TabsTrigger value="manage">Manage Dashboards</TabsTrigger>
            <TabsTrigger value="approvals">
              Approvals <TabsCount tone="warn">3</TabsCount>
            </TabsTrigger>
            <TabsTrigger value="invoices">
              Invoices <TabsCount tone="bad">1</TabsCount>
            </TabsTrigger>
            <TabsTrigger value="users">
              Users <TabsCount>46</TabsCount>
            </TabsTrigger>
            <TabsTrigger value="closed" disabled>
              Closed
            </TabsTrigger>
          </TabsList>
          {["mine", "manage", "approvals", "invoices", "users"].map((value) => (
            <TabsContent key={value} value={value} className="pt-4 text-ink-2 text-sm">
              Content of the tab “{value}”.
            </TabsContent>
          ))}
        </Tabs>
      </Specimen>
      <Specimen title="Page header" className="block">
        <PageHeaderSample />
      </Specimen>
    </GallerySection>
  );
}

function PageHeaderSample() {
  return (
    <PageHeader
      level={4}
      title="Your Dashboard"
      chips={<Chip tone="warn">Free Trial</Chip>}
      description="Welcome back, Priscilla"
      actions={<Button>Request Service Change</Button>}
    />
  );
}

const HEIGHTS = [8, 11, 10, 14, 13, 17, 16, 20, 18, 24];

function Bars() {
  return (
    <svg width={78} height={24} aria-hidden="true">
      {HEIGHTS.map((height, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          key={index}
          x={index * 8}
          y={24 - height}
          width={6}
          height={height}
          rx={1}
          fill={index === 9 ? "var(--ink)" : "var(--c5)"}
        />
      ))}
    </svg>
  );
}
