/** A decision may be that a record belongs in another space: where it was before. */
export const up = `
alter table moderation."case" add column moved_from bigint;
`
