/** Fair shares of the background: every job says whose it is, and queues whose jobs fail again and again are paused. */
export const up = `
-- one row for each queue whose jobs fail; it goes with the next job that ends well
create table kernel.job_queue (
  -- job:posts.publish, or on:search.index of a subscriber
  name text primary key,
  failures int not null,
  error text not null,
  failed_at timestamptz not null default now(),
  -- null: still at work
  paused_at timestamptz
);

-- as before (0003), and with the flags by which a worker leaves out whose share is used up
drop function kernel.enqueue(text, jsonb, timestamptz, text, int, int);
create function kernel.enqueue(p_task text, p_payload jsonb, p_run_at timestamptz, p_key text, p_priority int, p_attempts int, p_flags text[])
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_community bigint := (p_payload ->> 'communityId')::bigint;
  v_bound bigint := nullif(current_setting('app.community_id', true), '')::bigint;
  v_key text := format('%s:%s:%s', coalesce(v_community, 0), p_task, p_key);
  v_flags jsonb := (select jsonb_object_agg(flag, true) from unnest(p_flags) flag);
  v_task int;
begin
  if v_bound is null and (session_user <> current_user or current_setting('role') not in ('none', current_user)) then
    raise exception 'a job was added without a community' using errcode = '42501';
  end if;
  if v_bound is not null and v_bound is distinct from v_community then
    raise exception 'a job was added for another community' using errcode = '42501';
  end if;

  select id into v_task from graphile_worker._private_tasks where identifier = p_task;
  if not found then
    insert into graphile_worker._private_tasks as task (identifier) values (p_task)
    on conflict (identifier) do update set identifier = excluded.identifier returning task.id into v_task;
  end if;

  -- a second round is needed only when a worker takes the waiting job of this key in between
  loop
    if p_key is not null then
      update graphile_worker._private_jobs set key = null where key = v_key and locked_at is not null;
    end if;
    insert into graphile_worker._private_jobs as job (task_id, payload, run_at, max_attempts, key, priority, flags)
    values (v_task, p_payload::json, coalesce(p_run_at, now()), p_attempts, case when p_key is not null then v_key end, coalesce(p_priority, 0), v_flags)
    on conflict (key) do update set
      payload = excluded.payload, run_at = excluded.run_at, max_attempts = excluded.max_attempts, priority = excluded.priority, flags = excluded.flags,
      attempts = 0, last_error = null, revision = job.revision + 1, updated_at = now()
    where job.locked_at is null;
    exit when found;
  end loop;
end $$;
`
