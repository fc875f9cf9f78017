/** Reasons that each reader gets in their own language are kept by their names; what is pending is listed by when it was reported. */
export const up = `
alter table moderation."case" add column reason_key text;
alter table moderation.sanction add column reason_key text;
create index case_waiting on moderation."case" (community_id, created_at, id) where status = 'inbox';
`
