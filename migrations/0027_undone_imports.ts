/** An import that is undone puts back what still stands as it wrote it; what somebody has written since is theirs. */
export const up = `
-- Accounts where addresses are new, then members. p_rows: [{email, name, headline, bio, location, website, at, preferences}, …], addresses in lower case, each once.
-- Who is a member gets the facts that a row names: those they have left empty, or with p_overwrite all. Who was put out stays out.
-- p_update_only: nobody becomes a member, and facts are set as they stand in the row, null too, where what the row's "written" says still stands there
-- (an import that is undone).
create or replace function kernel.join_members(p_community bigint, p_rows jsonb, p_overwrite boolean, p_update_only boolean)
returns table (email text, member_id bigint, outcome text, former jsonb) language plpgsql security definer set search_path = '' as $body$
#variable_conflict use_column
begin
  perform kernel.stay_in(p_community);
  if not p_update_only then
    insert into kernel.account as a (email, name) select r ->> 'email', r ->> 'name' from jsonb_array_elements(p_rows) r order by 1
    on conflict (lower(email)) do nothing;
  end if;
  return query
  with rows as (
    select r ->> 'email' as address, r, a.id as account_id from jsonb_array_elements(p_rows) r join kernel.account a on lower(a.email) = r ->> 'email'
  ), known as (
    select m.*, rows.address, rows.r from rows join kernel.member m on m.community_id = p_community and m.account_id = rows.account_id for update of m
  ), came as (
    insert into kernel.member as m (community_id, account_id, name, headline, bio, location, website, preferences, created_at)
    select p_community, account_id, r ->> 'name', r ->> 'headline', r ->> 'bio', r ->> 'location', r ->> 'website',
      coalesce(r -> 'preferences', '{}'), coalesce((r ->> 'at')::timestamptz, now())
    from rows where not p_update_only and account_id not in (select account_id from known) order by account_id
    on conflict (community_id, account_id) do nothing returning m.id, m.account_id
  ), returned as (
    update kernel.member m set status = 'active', preferences = m.preferences || coalesce(k.r -> 'preferences', '{}'), updated_at = now()
    from known k where not p_update_only and m.community_id = p_community and m.id = k.id and k.status in ('invited', 'deactivated') returning m.id
  ), facts as (
    select k.id, k.address, k.status,
      case when p_update_only and k.r ? 'name' and k.name = k.r #>> '{written,name}' then k.r ->> 'name' when p_overwrite and k.r ->> 'name' <> '' then k.r ->> 'name' else k.name end as name,
      case when k.r ? 'headline' and (case when p_update_only then k.headline = k.r #>> '{written,headline}' else p_overwrite or coalesce(k.headline, '') = '' end) then k.r ->> 'headline' else k.headline end as headline,
      case when k.r ? 'bio' and (case when p_update_only then k.bio = k.r #>> '{written,bio}' else p_overwrite or coalesce(k.bio, '') = '' end) then k.r ->> 'bio' else k.bio end as bio,
      case when k.r ? 'location' and (case when p_update_only then k.location = k.r #>> '{written,location}' else p_overwrite or coalesce(k.location, '') = '' end) then k.r ->> 'location' else k.location end as location,
      case when k.r ? 'website' and (case when p_update_only then k.website = k.r #>> '{written,website}' else p_overwrite or coalesce(k.website, '') = '' end) then k.r ->> 'website' else k.website end as website,
      k.name as old_name, k.headline as old_headline, k.bio as old_bio, k.location as old_location, k.website as old_website
    from known k where k.status = 'active'
  ), changing as (
    select *, (case when name is distinct from old_name then jsonb_build_object('name', old_name) else '{}' end)
      || (case when headline is distinct from old_headline then jsonb_build_object('headline', old_headline) else '{}' end)
      || (case when bio is distinct from old_bio then jsonb_build_object('bio', old_bio) else '{}' end)
      || (case when location is distinct from old_location then jsonb_build_object('location', old_location) else '{}' end)
      || (case when website is distinct from old_website then jsonb_build_object('website', old_website) else '{}' end) as was
    from facts
  ), changed as (
    update kernel.member m set name = c.name, headline = c.headline, bio = c.bio, location = c.location, website = c.website, updated_at = now()
    from changing c where m.community_id = p_community and m.id = c.id and c.was <> '{}' returning m.id
  )
  select rows.address, coalesce(came.id, k.id),
    case when came.id is not null or returned.id is not null then 'added' when k.id is null or k.status = 'banned' then 'refused'
      when c.was <> '{}' then 'changed' else 'same' end,
    c.was
  from rows left join came on came.account_id = rows.account_id left join known k on k.address = rows.address
    left join changing c on c.id = k.id left join returned on returned.id = k.id
    left join changed on changed.id = k.id;
end $body$;
`
