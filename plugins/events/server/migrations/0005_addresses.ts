/** Addresses are given out by `content` from now on. Where another record has the same one by now, the event gets one of its own. */
export const up = `
update events.event e set slug = e.slug || '-' || left(md5(e.id::text), 6)
  from content.address a where a.community_id = e.community_id and a.space_id = e.space_id and a.slug = e.slug and a.left_at is null;
insert into content.address (community_id, space_id, slug, kind, record_id, created_at)
  select community_id, space_id, slug, 'event', id, created_at from events.event
  on conflict (community_id, space_id, slug) do update
    set kind = 'event', record_id = excluded.record_id, created_at = excluded.created_at, left_at = null;
drop index events.event_slug;
`
