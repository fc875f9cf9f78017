/** When somebody was asked what the community wants to know of newcomers, so that it is asked once. */
export const up = `
alter table members.preference add column asked_at timestamptz;
`
