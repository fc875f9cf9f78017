/** Removes what nobody kept: abandoned and failed uploads, and bytes that no row knows of. */
import type { Data } from '../data/index.ts'
import type { BlobStore } from './store.ts'

const KEPT_MS = 24 * 3_600_000
const BATCH = 500
const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(.+))?$/

export function createSweep({ data, store, clock }: { data: Pick<Data, 'system'>; store: BlobStore; clock: () => Date }) {
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
      'select key, status, variants from kernel.file where key = any($1::uuid[])',
      [keys],
    )
    const known = new Map(rows.map((row) => [row.key, row]))
    return names.filter((name) => {
      const [, key, suffix] = NAME.exec(name)!
      const row = known.get(key!)
      return !row || (row.status !== 'uploading' && suffix !== undefined && !row.variants.includes(suffix))
    })
  }

  /** Removes uploads nobody kept within 24 hours, failed ones, and bytes without a row. Returns how many of each together. Runs each night by itself. */
  return async function sweep(): Promise<number> {
    const before = new Date(clock().getTime() - KEPT_MS)
    let removed = await rows(before)
    let batch: string[] = []
    const clear = async () => {
      for (const name of await orphans(batch)) {
        await store.remove(name)
        removed++
      }
      batch = []
    }
    for await (const name of store.list(before)) {
      if (!NAME.test(name)) continue
      if (batch.push(name) >= BATCH) await clear()
    }
    await clear()
    return removed
  }
}
