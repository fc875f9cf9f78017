/** Each difference between books and provider is an incident of its own, with both sides of it. */
export const up = `
alter table payments.incident add column subject text not null default '';
alter table payments.incident add column said jsonb;
alter table payments.incident drop constraint incident_kind_check;
alter table payments.incident add constraint incident_kind_check check (kind in ('provider_down', 'difference', 'webhook_refused', 'ledger'));
drop index payments.incident_open;
create unique index incident_open on payments.incident (community_id, kind, subject) where resolved_at is null;
`
