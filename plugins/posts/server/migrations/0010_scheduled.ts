/** Scheduled posts by their moment: those that are due are looked for every few minutes. */
export const up = `
create index post_scheduled on posts.post (community_id, scheduled_at) where status = 'scheduled';
`
