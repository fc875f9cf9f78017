/** Tickets: a paywall opens an event, and a checkout is for one of its dates. */
export const up = `
alter table paywalls.opens
  drop constraint opens_kind_check,
  add constraint opens_kind_check check (kind in ('space', 'space_group', 'access_group', 'event'));

alter table paywalls.checkout
  -- the date of an event at which a place is held; no reference, as it is another plugin's
  add column occurrence_id bigint;
create index checkout_occurrence on paywalls.checkout (community_id, occurrence_id) where occurrence_id is not null;
`
