/** The community's latest posts with the spaces they stand in, for the home feed of whoever reads a good part of them. */
export const up = `
create index post_recent on posts.post (community_id, published_at desc, id desc) include (space_id)
  where status = 'published' and deleted_at is null and not hide_from_featured_areas;
`
