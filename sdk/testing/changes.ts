/** Sees what is written: a trigger on every table notes each change, so that a test need not read all rows before and after. */
import type { TestApp } from './app.ts'

export type Row = Record<string, unknown>
export interface Change {
  /** With its schema: `posts.post`. */
  table: string
  /** Null when the row came or went. */
  before: Row | null
  after: Row | null
}

/** Traces of work, which other requests and the workers leave in passing. */
const TRACES = ['last_seen_at', 'relayed_at', 'last_used_at']

const SCHEMA = `
create schema watch;
create unlogged table watch.change (id bigint generated always as identity, "table" text not null, before jsonb, after jsonb);
create function watch.note() returns trigger language plpgsql security definer as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - '{${TRACES.join()}}'::text[] end;
  has jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - '{${TRACES.join()}}'::text[] end;
begin
  if was is distinct from has then
    insert into watch.change ("table", before, after) values (tg_table_schema || '.' || tg_table_name, was, has);
  end if;
  return null;
end $$;
do $$
declare name regclass;
begin
  for name in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker', 'watch') and n.nspname not like 'pg\\_%'
  loop
    execute format('create trigger watch after insert or update or delete on %s for each row execute function watch.note()', name);
  end loop;
end $$;
-- of the queue only what waits for an admin
create trigger watch after insert or update or delete on graphile_worker._private_jobs for each row execute function watch.note();
`

export interface Watch {
  /** What was written since the last time, in order; of jobs those alone that were given up. */
  changes(): Promise<Change[]>
}
const watching = new WeakMap<TestApp, Promise<unknown>>()
/** Begins to note what is written in the app's database; who asks again reads the same notes. */
export async function watchChanges(app: TestApp): Promise<Watch> {
  if (!watching.has(app)) watching.set(app, app.sql(SCHEMA))
  await watching.get(app)
  const isDead = (row: any) => row !== null && row.attempts >= row.max_attempts
  return {
    async changes() {
      const rows = await app.sql<Change & { id: number }>('with seen as (delete from watch.change returning *) select * from seen order by id')
      return rows.filter(({ table, before, after }) => table !== 'graphile_worker._private_jobs' || isDead(before) !== isDead(after))
    },
  }
}

/** What became of each row in the end: a row that came and went again is no change. */
export function netChanges(changes: Change[]): Change[] {
  const rows = new Map<string, Change>()
  for (const change of changes) {
    const { table, before, after } = change
    const row = (after ?? before)!
    const key = `${table} ${row.id ?? JSON.stringify(row)}`
    const first = rows.get(key)
    rows.set(key, first ? { table, before: first.before, after } : change)
  }
  return [...rows.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

/** For people to read. */
export const describeChange = ({ table, before, after }: Change): string =>
  `${before ? (after ? '~' : '-') : '+'} ${table} ${JSON.stringify(after ?? before)}`.slice(0, 400)
