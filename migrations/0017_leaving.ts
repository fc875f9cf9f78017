/** Ways out and back: who had left may still be put out, whoever was put out or left may return, and a membership may end for good. */
export const up = `
create or replace function kernel.leave_member(p_community bigint, p_member bigint, p_account bigint, p_status text)
returns table (id bigint, account_id bigint) language plpgsql security definer set search_path = '' as $body$
begin
  perform kernel.stay_in(p_community);
  return query update kernel.member m set status = p_status, roles = '{member}', updated_at = now()
    where m.community_id = p_community and (m.id = p_member or m.account_id = p_account)
      and (m.status = 'active' or (p_status = 'banned' and m.status <> 'banned')) returning m.id, m.account_id;
end $body$;

create function kernel.return_member(p_community bigint, p_member bigint) returns boolean language plpgsql security definer set search_path = '' as $body$
begin
  perform kernel.stay_in(p_community);
  update kernel.member set status = 'active', updated_at = now() where community_id = p_community and id = p_member and status in ('deactivated', 'banned');
  return found;
end $body$;

-- The row stays under what was written, with no name and no account: whoever comes with that address again is somebody new.
create function kernel.forget_member(p_community bigint, p_member bigint, p_name text, p_domain text, out names text[], out emails text[])
returns setof record language plpgsql security definer set search_path = '' as $body$
declare v_account bigint;
begin
  perform kernel.stay_in(p_community);
  select array[m.name, a.name], array[lower(a.email)] into names, emails from kernel.member m join kernel.account a on a.id = m.account_id
    where m.community_id = p_community and m.id = p_member and right(a.email, length(p_domain)) <> p_domain for update of m;
  if not found then return; end if;
  insert into kernel.account (email, name) values ('deleted-member-' || p_member || p_domain, '') returning id into v_account;
  update kernel.member set account_id = v_account, status = 'deactivated', roles = '{member}', name = p_name, headline = null, bio = null, location = null,
    website = null, avatar_url = null, time_zone = null, last_seen_at = null, preferences = '{}', updated_at = now() where id = p_member;
  return next;
end $body$;
`
