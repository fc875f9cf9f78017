/** Payments for which nothing could be given, or that paid a thing twice, are incidents. */
export const up = `
alter table payments.incident drop constraint incident_kind_check;
alter table payments.incident add constraint incident_kind_check check (kind in ('provider_down', 'difference', 'webhook_refused', 'ledger', 'unopened', 'doubled'));
`
