/** The end of a community whose days of grace are over: its jobs, the bytes of its files, its rows in every table inside the wall, in steps that a run goes on with where the last one ended. */
import type { RootContainer } from '../container.ts'

/** Rows, or files, that go at once. */
const BATCH = 2_000
/** One run may take an hour, and failed runs are repeated until all is deleted. */
const JOB = { task: 'kernel.end', payload: {}, options: { key: 'end', priority: 10 }, attempts: 25 }
/** Tables inside the wall are those with its policy. */
const WALLED = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
  where p.polname = 'community' order by 1`
/** Rows that others refer to, and such as go with their whole community alone, as those of a ledger. */
const STAY = new Set(['23503', '42501'])

export function registerEnding(root: RootContainer): void {
  const { data, jobs } = root.cradle
  jobs.register(JOB.task, (communityId) => end(root, communityId), undefined, { deadlineMs: 3_600_000 })
  const due = async () => {
    const { rows } = await data.system.query<{ id: number }>('select id from kernel.community where ends_at <= now()')
    await data.systemTx((client) => jobs.addIn(client, ...rows.map(({ id }) => ({ ...JOB, communityId: id }))))
  }
  jobs.register('kernel.end_due', due, '25 * * * *')
}

async function end(root: RootContainer, communityId: number): Promise<void> {
  const { data, jobs, files, communities, log } = root.cradle
  const { rows } = await data.system.query<{ name: string }>('select name from kernel.community where id = $1 and ends_at <= now()', [communityId])
  if (!rows[0]) return
  // every process learns that nobody comes in any more
  await communities.changed(communityId)
  await jobs.forget(communityId)
  for (let after = 0; ; ) {
    const { rows } = await data.system.query<{ id: number; key: string }>(
      `select id, key from kernel.file where community_id = $1 and id > $2 order by id limit ${BATCH}`,
      [communityId, after],
    )
    for (const { id, key } of rows) {
      await files.discard(key)
      after = id
    }
    if (rows.length < BATCH) break
  }
  await emptyTables(root, communityId)
  await data.systemTx(async (client) => {
    // takes along what refers to it and what came meanwhile
    await client.query('delete from kernel.community where id = $1', [communityId])
    await client.query(
      `insert into kernel.audit (community_id, action, subject, data) select id, 'community.ended', $1, $2 from kernel.community where is_primary`,
      [`community:${communityId}`, JSON.stringify({ name: rows[0]!.name })],
    )
  })
  await jobs.forget(communityId)
  await communities.changed(communityId)
  log.info({ communityId }, 'a community has ended')
}

/** Small transactions, so that others wait for none of them; what other rows refer to goes after those. */
async function emptyTables(root: RootContainer, communityId: number): Promise<void> {
  const { system } = root.cradle.data
  const empty = async (table: string): Promise<boolean> => {
    const text = `delete from ${table} where ctid = any (array(select ctid from ${table} where community_id = $1 limit ${BATCH}))`
    try {
      while ((await system.query(text, [communityId])).rowCount);
      return true
    } catch (error) {
      if (STAY.has((error as { code: string }).code)) return false
      throw error
    }
  }
  let tables = (await system.query<{ name: string }>(WALLED)).rows.map(({ name }) => name)
  for (;;) {
    const held: string[] = []
    for (const table of tables) if (!(await empty(table))) held.push(table)
    // what stays now goes with the community's own row, at once
    if (held.length === 0 || held.length === tables.length) return
    tables = held
  }
}
