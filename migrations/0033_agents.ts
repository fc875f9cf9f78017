/** An AI agent that leaves stays marked as one: its name stands beside what it wrote. */
export const up = `
create or replace function kernel.leave_member(p_community bigint, p_member bigint, p_account bigint, p_status text)
returns table (id bigint, account_id bigint) language plpgsql security definer set search_path = '' as $body$
begin
  perform kernel.stay_in(p_community);
  return query update kernel.member m set status = p_status, updated_at = now(),
      roles = case when 'ai_agent' = any (m.roles) then '{member,ai_agent}'::text[] else '{member}' end
    where m.community_id = p_community and (m.id = p_member or m.account_id = p_account)
      and (m.status = 'active' or (p_status = 'banned' and m.status <> 'banned')) returning m.id, m.account_id;
end $body$;
`
