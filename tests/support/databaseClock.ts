/** The clock of a test's database: what SQL calls `now()` follows `app.clock.advance`. Names alone do it, so nothing of it stands in what people run. */
import type pg from 'pg'

type Queryable = Pick<pg.ClientBase, 'query'>

/** Functions are looked up in this order, so that the clock's are found before PostgreSQL's own. */
export const SEARCH_PATH = 'public, test_clock, pg_catalog'

const shadow = (name: string, volatility: string) =>
  `create function test_clock.${name}() returns timestamptz language sql ${volatility} parallel safe as 'select pg_catalog.${name}() + by from test_clock.turned';`

/** Makes the clock of a migrated database: its functions, and every column default and stored function that was bound to PostgreSQL's own. */
export const CLOCK = `
create schema test_clock;
create table test_clock.turned (by interval not null);
insert into test_clock.turned values (interval '1 millisecond' * ${Number(process.env.ATRIUM_TEST_CLOCK ?? 0)});
${shadow('now', 'stable')} ${shadow('transaction_timestamp', 'stable')} ${shadow('statement_timestamp', 'stable')} ${shadow('clock_timestamp', 'volatile')}
grant usage on schema test_clock to public;
grant select on test_clock.turned to public;
do $$
declare step text;
begin
  for step in
    select format('alter table %s alter %I set default %s', attrelid::regclass, attname, replace(pg_get_expr(adbin, adrelid), 'now()', 'test_clock.now()'))
    from pg_attrdef join pg_attribute on (attrelid, attnum) = (adrelid, adnum) where pg_get_expr(adbin, adrelid) ~ '\\mnow\\(\\)'
    union all
    select format('alter function %s set search_path = %s', p.oid::regprocedure,
      concat_ws(', ', 'test_clock', 'pg_catalog', nullif(trim(both ', ' from replace(replace(setting, 'search_path=', ''), 'pg_catalog', '')), '""')))
    from pg_proc p, unnest(proconfig) setting where setting like 'search_path=%' and pronamespace not in ('pg_catalog'::regnamespace, 'test_clock'::regnamespace)
  loop execute step; end loop;
end $$;`

/** Turns the clock of a database by so many milliseconds. */
export const turn = async (owner: Queryable, ms: number): Promise<void> =>
  void (await owner.query(`update test_clock.turned set by = by + $1 * interval '1 millisecond'`, [ms]))
