/** What was said last, wherever it stands. */
export const up = `
create index comment_latest on content.comment (community_id, id) where deleted_at is null;
`
