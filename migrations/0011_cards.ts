/**
 * What plugins may read of the kernel's tables: views with rights to read alone (`MemberCard` and the others of the SDK name their columns).
 * Members themselves come and go by two functions, which run as the owner so that the app's role needs no right to write the table.
 */
export const up = `
create view kernel.member_card with (security_invoker = true) as
  select id, community_id, account_id, public_uid, name, headline, bio, location, website, avatar_url, time_zone, roles, status, preferences, created_at, updated_at, last_seen_at
  from kernel.member;
create view kernel.role_card with (security_invoker = true) as
  select id, community_id, key, name, permissions, is_builtin from kernel.role;
create view kernel.file_card with (security_invoker = true) as
  select id, community_id, member_id, filename, content_type, byte_size, derived_bytes, status, width, height, variants, used_by, created_at from kernel.file;
create view kernel.search_card with (security_invoker = true) as
  select community_id, kind, record_id, space_id, title, path, updated_at from kernel.search_document;

-- The wall of the functions: a connection that is bound to a community reaches no other.
create function kernel.stay_in(p_community bigint) returns void language plpgsql set search_path = '' as $body$
begin
  if coalesce(nullif(current_setting('app.community_id', true), '')::bigint, p_community) <> p_community then
    raise exception 'this connection is bound to another community' using errcode = 'insufficient_privilege';
  end if;
end $body$;

-- Null for somebody who is a member already, or was put out.
create function kernel.join_member(p_community bigint, p_account bigint, p_name text, p_headline text, p_bio text, p_location text, p_website text,
  p_avatar_url text, p_roles text[], p_preferences jsonb, p_created_at timestamptz, p_last_seen_at timestamptz)
returns bigint language plpgsql security definer set search_path = '' as $body$
declare v_id bigint;
begin
  perform kernel.stay_in(p_community);
  insert into kernel.member as m (community_id, account_id, name, headline, bio, location, website, avatar_url, roles, preferences, created_at, last_seen_at)
  values (p_community, p_account, p_name, p_headline, p_bio, p_location, p_website, p_avatar_url, p_roles, p_preferences, p_created_at, p_last_seen_at)
  on conflict (community_id, account_id) do update set status = 'active', preferences = m.preferences || excluded.preferences
    where m.status in ('invited', 'deactivated')
  returning id into v_id;
  return v_id;
end $body$;

create function kernel.leave_member(p_community bigint, p_member bigint, p_account bigint, p_status text)
returns table (id bigint, account_id bigint) language plpgsql security definer set search_path = '' as $body$
begin
  perform kernel.stay_in(p_community);
  return query update kernel.member m set status = p_status, roles = '{member}', updated_at = now()
    where m.community_id = p_community and (m.id = p_member or m.account_id = p_account) and m.status = 'active' returning m.id, m.account_id;
end $body$;
`
