/** Addresses are given out by `content` from now on: those of posts, those that they have left, and those that are handed on. Where another record has the same one by now, the post gets one of its own. */
export const up = `
update posts.post p set slug = p.slug || '-' || left(md5(p.id::text), 6)
  from content.address a where a.community_id = p.community_id and a.space_id = p.space_id and a.slug = p.slug;
insert into content.address (community_id, space_id, slug, kind, record_id, created_at)
  select community_id, space_id, slug, 'post', id, created_at from posts.post;
insert into content.address (community_id, space_id, slug, kind, record_id, created_at, left_at)
  select community_id, space_id, slug, 'post', post_id, created_at, updated_at from posts.former
  on conflict do nothing;
insert into content.address (community_id, space_id, slug, kind, record_id, is_shared, created_at)
  select community_id, space_id, share_uid, 'post', id, true, created_at from posts.post where share_uid is not null
  on conflict do nothing;
drop table posts.former;
drop index posts.post_slug;
`
