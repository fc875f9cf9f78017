/**
 * Which installation a database belongs to. A copy is another one, which must not take the first one's files for its own.
 * What a copy writes into a bucket that it shares has its id before the key, so a key is text from here on.
 */
export const up = `
create table kernel.installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  -- the same in all copies, those from backups older than this table too
  origin uuid not null,
  -- the database that the id was made in; null: make one anew
  place text
);
insert into kernel.installation (origin)
select md5(extract(epoch from min(applied_at))::text)::uuid from kernel.migration;

alter table kernel.file alter column key drop default;
alter table kernel.file alter column key type text;
`
