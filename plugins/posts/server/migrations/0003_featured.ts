/** What is kept out of featured areas, for the home feed to leave out without a look at each post. */
export const up = `
create index post_modest on posts.post (community_id, id) where hide_from_featured_areas and status = 'published' and deleted_at is null;
`
