/** What a member has said, newest first. */
export const up = `
create index comment_author on content.comment (community_id, member_id, id) where deleted_at is null;
`
