-- The dashboards say since when a person has their plan.

alter table public.subscriptions add column started_at timestamptz;

comment on column public.subscriptions.started_at is 'When the subscription began; null before the first one.';
