/** How much the files of a community fill is kept, not counted: every upload asks for it while others wait. */
export const up = `
create table kernel.file_total (
  community_id bigint primary key references kernel.community (id) on delete cascade,
  bytes bigint not null
);
insert into kernel.file_total select community_id, sum(byte_size + derived_bytes) from kernel.file group by 1;

create function kernel.count_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update kernel.file_total set bytes = bytes - old.byte_size - old.derived_bytes where community_id = old.community_id;
  else
    insert into kernel.file_total as t values (new.community_id, new.byte_size + new.derived_bytes - coalesce(old.byte_size + old.derived_bytes, 0))
    on conflict (community_id) do update set bytes = t.bytes + excluded.bytes;
  end if;
  return null;
end $$;
-- at the commit: all changes of a community's files share this row, and should wait for each other no longer than that
create constraint trigger file_total after insert or delete or update of byte_size, derived_bytes on kernel.file
  deferrable initially deferred for each row execute function kernel.count_file();
`
export const walledTables = ['file_total']
