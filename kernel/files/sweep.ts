/** Removes abandoned and failed uploads, and stored bytes without a row. Very many of the latter may mean that the database is the wrong one, so an admin has to allow their removal. */
import { sentence } from '@atrium/sdk'
import type { Data } from '../data/index.ts'
import { NAME } from './names.ts'
import type { BlobStore } from './store.ts'

const KEPT_MS = 24 * 3_600_000
const BATCH = 500
/** Bytes without a row that go without a question: a tenth of all, within these. */
const [FEW, MOST] = [10, 100]

interface Dependencies {
  data: Pick<Data, 'system'>
  store: BlobStore
  clock: () => Date
  /** Has an admin allow that so many names without a row are removed. */
  park(files: number, reason: string): Promise<void>
}

export function createSweep({ data, store, clock, park }: Dependencies) {
  async function rows(before: Date): Promise<number> {
    for (let removed = 0; ; ) {
      const { rows } = await data.system.query<{ key: string }>(
        `delete from kernel.file where id in (select id from kernel.file where (used_by is null and created_at < $1) or status = 'failed' limit ${BATCH}) returning key`,
        [before],
      )
      for (const { key } of rows) await store.remove(key)
      removed += rows.length
      if (rows.length < BATCH) return removed
    }
  }

  /** Bytes of uploads that are under way stay, whatever they are called. */
  async function orphans(names: string[]): Promise<string[]> {
    const keys = [...new Set(names.map((name) => NAME.exec(name)![1]!))]
    const { rows } = await data.system.query<{ key: string; status: string; variants: string[] }>(
      'select key, status, variants from kernel.file where key = any($1)',
      [keys],
    )
    const known = new Map(rows.map((row) => [row.key, row]))
    return names.filter((name) => {
      const [, key, suffix] = NAME.exec(name)!
      const row = known.get(key!)
      return !row || (row.status !== 'uploading' && suffix !== undefined && !row.variants.includes(suffix))
    })
  }

  /**
   * Removes uploads nobody kept within 24 hours, failed ones, and bytes without a row. Runs each night by itself.
   * @param allowed so many names without a row may go
   * @returns how many of each together
   */
  return async function sweep(allowed = 0): Promise<number> {
    const before = new Date(clock().getTime() - KEPT_MS)
    const removed = await rows(before)
    const found: string[] = []
    let all = 0
    let batch: string[] = []
    const look = async () => {
      all += batch.length
      found.push(...(await orphans(batch)))
      batch = []
    }
    for await (const name of store.list(before)) if (NAME.test(name) && batch.push(name) >= BATCH) await look()
    await look()
    if (found.length > Math.max(allowed, Math.min(MOST, Math.max(FEW, all / 10)))) {
      const reason = sentence(
        '{found} of {all} stored objects belong to nothing in this database. None was removed: make sure that database and files belong together, then run this again to remove them.',
        { found: found.length, all },
      )
      await park(found.length, String(reason))
      return removed
    }
    for (const name of found) await store.remove(name)
    return removed + found.length
  }
}
