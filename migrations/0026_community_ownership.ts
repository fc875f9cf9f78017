/** To whom a community is offered, and when one that its owner has ended goes. */
export const up = `
alter table kernel.community
  add column offered_to bigint references kernel.member (id) on delete set null,
  add column offered_at timestamptz,
  add column ends_at timestamptz;
create index community_offered on kernel.community (offered_to) where offered_to is not null;
create index community_ends on kernel.community (ends_at) where ends_at is not null;
`
