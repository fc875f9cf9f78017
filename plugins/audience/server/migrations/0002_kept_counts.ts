/** How many are in a segment, and when that was counted: lists of segments count nobody while somebody waits. */
export const up = `
alter table audience.segment add column kept_count int, add column counted_at timestamptz;
`
