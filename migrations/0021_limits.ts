/**
 * What a community has room for, where the owner of the platform has said so (`ctx.community.limits`): nothing here for whoever sells no plans.
 * Members come by several ways, so the database itself counts them and those with a role that needs a seat, when one more comes.
 */
export const up = `
alter table kernel.community add column limits jsonb not null default '{}';

create function kernel.hold_limits() returns trigger language plpgsql security definer set search_path = '' as $body$
declare
  v_limits jsonb;
  v_max int;
begin
  select limits into v_limits from kernel.community where id = new.community_id;
  if v_limits = '{}' then return null; end if;
  -- one after another: of two who come at once for the last place, the second finds it taken
  perform from kernel.community where id = new.community_id for no key update;
  v_max := (v_limits ->> 'members')::int;
  if v_max is not null and (old is null or old.status <> 'active') then
    if (select count(*) from (select from kernel.member where community_id = new.community_id and status = 'active' limit v_max + 1) m) > v_max then
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
create trigger member_limits after insert or update of status, roles on kernel.member
  for each row when (new.status = 'active') execute function kernel.hold_limits();
`
