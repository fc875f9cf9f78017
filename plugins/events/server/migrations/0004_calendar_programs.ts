/** What calendar programs know a date by, wherever the community is reached, and how often it was moved, put elsewhere or called off. */
export const up = `
alter table events.occurrence add column uid uuid not null default gen_random_uuid(), add column sequence int not null default 0;

create function events.revise_date() returns trigger language plpgsql as $body$
begin
  new.sequence := old.sequence + 1;
  return new;
end $body$;
create trigger revised before update on events.occurrence for each row when (
  (new.starts_at, new.ends_at, new.cancelled_at, new.changes -> 'location_type', new.changes -> 'in_person_location', new.changes -> 'virtual_location_url')
  is distinct from
  (old.starts_at, old.ends_at, old.cancelled_at, old.changes -> 'location_type', old.changes -> 'in_person_location', old.changes -> 'virtual_location_url')
) execute function events.revise_date();

create function events.revise_dates() returns trigger language plpgsql as $body$
begin
  update events.occurrence set sequence = sequence + 1 where community_id = new.community_id and event_id = new.id;
  return null;
end $body$;
create trigger revised after update on events.event for each row when (
  (new.location_type, new.in_person_location, new.virtual_location_url) is distinct from (old.location_type, old.in_person_location, old.virtual_location_url)
) execute function events.revise_dates();
`
