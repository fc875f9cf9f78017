/** Versions of records that several people may edit at once. */
import { p } from '@mikro-orm/core'
import { editConflict } from '../core/conflicts.ts'
import type { Ctx } from './ctx.ts'

/** Columns of such a table: `table('pages.page', { ...versioned, name: p.text() })`. Counters and the like leave them alone. */
export const versioned = {
  version: p.integer().default(1),
  /** Who saved it last; null where nobody is known. */
  versionBy: p.bigint('number').nullable(),
}
export interface Versioned {
  version: number
  versionBy?: number | null
  updatedAt: Date
}

/** Notes an edit on a record that is held; the flush writes it. */
export function raiseVersion(ctx: Ctx, record: Versioned): void {
  record.version++
  record.versionBy = ctx.member?.id ?? null
}

/**
 * Refuses an edit that began with another version than the record has. The record is held (`hold`), so that of two edits at once the second sees
 * the first.
 * @param sent the version of the input; undefined for a caller that knows none
 * @param mine the fields that were sent
 * @param theirs makes the record's reply as it is now; asked only where it is needed
 * @throws AtriumError 409 `edit_conflict` with `EditConflict`
 */
export async function demandVersion(ctx: Ctx, sent: number | undefined, record: Versioned, mine: object, theirs: () => Promise<object>): Promise<void> {
  if (sent === undefined || sent === record.version) return
  const by = record.versionBy ? (await ctx.members.byIds([record.versionBy])).get(record.versionBy) : undefined
  throw editConflict({
    version: record.version,
    saved_at: record.updatedAt,
    saved_by: by ? { id: by.id, name: by.name } : null,
    theirs: { ...(await theirs()) },
    mine: { ...mine },
  })
}
