/** What a ban with an end has paused: it goes on by itself when the ban is over. */
export const up = `
alter table paywalls.purchase add column suspended_at timestamptz;
`
