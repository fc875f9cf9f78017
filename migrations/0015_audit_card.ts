/** The audit trail for plugins: they may read it, and delete what is older than the community keeps it. */
export const up = `
create index audit_member on kernel.audit (community_id, member_id, id);
create index audit_subject on kernel.audit (community_id, subject, id);

create view kernel.audit_card with (security_invoker = true) as
  select id, community_id, member_id, action, subject, data, ip, created_at from kernel.audit;

-- At most a thousand at a time; answers how many went.
create function kernel.forget_audit(p_community bigint, p_before timestamptz)
returns int language plpgsql security definer set search_path = '' as $body$
declare v_count int;
begin
  perform kernel.stay_in(p_community);
  delete from kernel.audit where id in (select id from kernel.audit where community_id = p_community and created_at < p_before order by id limit 1000);
  get diagnostics v_count = row_count;
  return v_count;
end $body$;
`
