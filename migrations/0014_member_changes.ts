/** Whose address fits, and an admin's change of a member: as the owner, so that the app's role needs no right to accounts, nor to write members. */
export const up = `
-- Addresses themselves stay inside: the answer says who.
create function kernel.members_by_address(p_community bigint, p_pattern text)
returns setof bigint language plpgsql stable security definer set search_path = '' as $body$
begin
  perform kernel.stay_in(p_community);
  return query select m.id from kernel.account a join kernel.member m on m.account_id = a.id
    where m.community_id = p_community and m.status = 'active' and a.email ilike p_pattern;
end $body$;

-- Fields that the change does not name stay; null where there is no such member.
create function kernel.change_member(p_community bigint, p_member bigint, p_change jsonb)
returns bigint language plpgsql security definer set search_path = '' as $body$
declare v_id bigint;
begin
  perform kernel.stay_in(p_community);
  update kernel.member m set updated_at = now(),
    name = coalesce(p_change ->> 'name', m.name),
    headline = case when p_change ? 'headline' then p_change ->> 'headline' else m.headline end,
    bio = case when p_change ? 'bio' then p_change ->> 'bio' else m.bio end,
    location = case when p_change ? 'location' then p_change ->> 'location' else m.location end,
    website = case when p_change ? 'website' then p_change ->> 'website' else m.website end,
    avatar_url = case when p_change ? 'avatar_url' then p_change ->> 'avatar_url' else m.avatar_url end
  where m.community_id = p_community and m.id = p_member and m.status in ('active', 'invited') returning m.id into v_id;
  return v_id;
end $body$;
`
