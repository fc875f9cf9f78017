/** The kinds that plugins bring, and their subjects as one reader sees them. */
import type { Ctx, Filled } from '@atrium/sdk/server'
import contract, { type Channel, CHANNELS, type NotificationKind, type NotificationSubject } from '../../contract.ts'
import type { NoticeRow } from '../reads.ts'

export type Kind = Filled<NotificationKind>
/** By which ways news of a kind may go, for a reason where one is given. */
export const waysOf = ({ channels = CHANNELS, ways = {} }: NotificationKind, reason?: string): readonly Channel[] =>
  reason !== undefined && ways[reason] ? channels.filter((channel) => ways[reason]!.includes(channel)) : channels
/** News as its reader sees it. */
export interface Told {
  row: NoticeRow
  kind: Kind
  subject: NotificationSubject
}
export const kindsOf = (ctx: Ctx): Map<string, Kind> =>
  ctx.once('notifications.kinds', () => new Map(ctx.fill(contract.points.kind).map((kind) => [kind.value.key, kind])))

/** None for a kind whose plugin is off. */
export async function subjectsOf(reader: Ctx, kind: string, ids: number[]): Promise<Map<number, NotificationSubject>> {
  const found = kindsOf(reader).get(kind)
  if (!found || ids.length === 0) return new Map()
  return found.value.subjects(reader, [...new Set(ids)])
}
/** Of rows of any kind, by kind and subject: one query a kind. */
export async function subjectsIn(reader: Ctx, rows: { kind: string; subject_id: number }[]): Promise<Map<string, Map<number, NotificationSubject>>> {
  const byKind = [...Map.groupBy(rows, ({ kind }) => kind)]
  return new Map(
    await Promise.all(
      byKind.map(async ([kind, of]) => {
        const ids = of.map((row) => row.subject_id)
        return [kind, await subjectsOf(reader, kind, ids)] as const
      }),
    ),
  )
}
