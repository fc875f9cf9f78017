/** Mails may carry small files of text, as the calendar entry of an event. */
export const up = `
alter table kernel.mail add column attachments jsonb;
`
