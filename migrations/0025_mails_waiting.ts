/** A mail whose try has failed waits for the next one, and says when; figures count those of the last day. */
export const up = `
alter table kernel.mail drop constraint mail_status_check,
  add constraint mail_status_check check (status in ('queued', 'waiting', 'held', 'sent', 'failed')),
  add column next_try_at timestamptz;
create index mail_created on kernel.mail (created_at, status);
`
