/** Who liked something last is read from the index alone: a page of a feed asks for sixty of them. */
export const up = `
drop index content.like_record;
create index like_record on content."like" (community_id, kind, record_id, id) include (member_id);
`
