/** Tables of the developers' pages as the ORM knows them; the migration is their truth in SQL. */
import { p, table } from '@atrium/sdk/server'

export const OriginTable = table('developers.origin', { origin: p.text(), note: p.text().default('') })
const numbers = p
  .array(
    (n) => Number(n),
    (n) => String(n),
  )
  .columnType('bigint[]')
const calls = {
  /** Where the hour or the day (UTC) begins. */
  at: p.datetime(),
  tokenId: p.bigint('number'),
  kind: p.text(),
  method: p.text(),
  path: p.text(),
  status: p.integer(),
  count: p.bigint('number'),
  /** As `METER_BOUNDS` of the SDK. */
  buckets: numbers,
}
const stays = 'counts the calls with tokens of this installation'
export const HourTable = table('developers.hour', calls, { stays })
export const DayTable = table('developers.day', calls, { stays })
/** A member in whose name somebody called in a month. */
export const CallerTable = table('developers.caller', { month: p.date(), kind: p.text(), memberId: p.bigint('number') }, { stays })
export const entities = [OriginTable, HourTable, DayTable, CallerTable]
