/** AI agents take nobody's place: members of a plan are people. As `kernel.hold_limits` of 0021_limits.ts else. */
export const up = `
create or replace function kernel.hold_limits() returns trigger language plpgsql security definer set search_path = '' as $body$
declare
  v_limits jsonb;
  v_max int;
begin
  select limits into v_limits from kernel.community where id = new.community_id;
  if v_limits = '{}' then return null; end if;
  -- one after another: of two who come at once for the last place, the second finds it taken
  perform from kernel.community where id = new.community_id for no key update;
  v_max := (v_limits ->> 'members')::int;
  if v_max is not null and not 'ai_agent' = any (new.roles) and (old is null or old.status <> 'active') then
    if (select count(*) from (select from kernel.member where community_id = new.community_id and status = 'active' and not 'ai_agent' = any (roles) limit v_max + 1) m) > v_max then
      raise exception 'members' using errcode = 'AT402', detail = v_max;
    end if;
  end if;
  v_max := (v_limits ->> 'seats')::int;
  if v_max is not null and new.roles && '{admin,moderator}' and (old is null or old.status <> 'active' or not old.roles && '{admin,moderator}') then
    if (select count(*) from kernel.member where community_id = new.community_id and status = 'active' and roles && '{admin,moderator}') > v_max then
      raise exception 'seats' using errcode = 'AT402', detail = v_max;
    end if;
  end if;
  return null;
end $body$;
`
