/** Mails may carry further header lines, as the one by which a mailbox unsubscribes. */
export const up = `
alter table kernel.mail add column headers jsonb;
`
