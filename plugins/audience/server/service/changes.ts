/** Recent changes: of the audit log what other people would want to see, and to take back where there is a way. */
import { conflict, notFound } from '@atrium/sdk'
import { type Ctx, lastId, type Paging, page, rowsFor, sql } from '@atrium/sdk/server'
import contract, { type Change, type ChangeEntry, type ChangeGroup, type ChangeKind } from '../../contract.ts'
import { type LogRow, presentLogs } from './logs.ts'
import { undoableBulks, undoBulk } from './bulk.ts'

const namedIn = ({ subject }: Pick<ChangeEntry, 'subject'>): string => subject.slice(subject.indexOf(':') + 1)
const idOf = (entry: Pick<ChangeEntry, 'subject'>): number => Number(namedIn(entry))

/** Of several of one feature only the latest tells what holds. */
const latestOf = (entries: readonly ChangeEntry[]) => new Map([...entries].reverse().map((entry) => [namedIn(entry), entry]))

/** What the audience does itself, what the plugins below it do, and the features that the kernel switches. */
export const changes: ChangeKind[] = [
  {
    actions: ['audience.bulk_started'],
    group: 'bulk',
    icon: 'list-checks',
    permission: 'members.manage',
    to: () => '/audience/bulk_tasks',
    async undoable(ctx, entries) {
      const open = await undoableBulks(ctx, entries.map(idOf))
      return entries.filter((entry) => open.has(idOf(entry))).map(({ id }) => id)
    },
    undo: async (ctx, entry) => void (await undoBulk(ctx, idOf(entry))),
  },
  { actions: ['audience.bulk_undone'], group: 'bulk', icon: 'undo-2', permission: 'members.manage', to: () => '/audience/bulk_tasks' },
  { actions: ['contact.deleted', 'member_tag.deleted', 'segment.deleted'], group: 'deletions', icon: 'trash-2', permission: 'members.manage' },
  { actions: ['space.deleted', 'space_group.deleted'], group: 'deletions', icon: 'trash-2', permission: 'spaces.manage' },
  { actions: ['profile_field.deleted'], group: 'deletions', icon: 'trash-2', permission: 'members.manage' },
  {
    actions: ['plugin.switched'],
    group: 'features',
    icon: 'puzzle',
    permission: 'communities.manage',
    to: () => '/settings/plugins',
    undoable: async (ctx, entries) =>
      [...latestOf(entries)].flatMap(([plugin, { id, data }]) => (data.enabled === false && ctx.platform.isOff(plugin) ? [id] : [])),
    undo: (ctx, entry) => ctx.platform.turnOn(namedIn(entry)),
  },
  { actions: ['comment.deleted'], group: 'deletions', icon: 'trash-2', permission: 'content.moderate' },
]

/** The kinds whose entries this reader may see, by action. */
function kindsFor(ctx: Ctx, group?: ChangeGroup): Map<string, ChangeKind> {
  const kinds = ctx.fill(contract.points.change).map(({ value }) => value)
  const seen = kinds.filter((kind) => ctx.can(kind.permission) && (!group || kind.group === group))
  return new Map(seen.flatMap((kind) => kind.actions.map((action) => [action, kind])))
}

async function read(ctx: Ctx, actions: string[], before: number | null, limit: number, only?: number): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`select a.id, a.member_id, a.action, a.subject, a.data, a.ip, a.created_at from kernel.audit_card a
    where a.community_id = ${ctx.community.id} and a.action = any(${actions}::text[]) and (${before}::bigint is null or a.id < ${before})
      and (${only ?? null}::bigint is null or a.id = ${only ?? null}) order by a.id desc limit ${limit}`.execute(ctx.em.getKysely())
  return rows
}

async function undoableOf(ctx: Ctx, kinds: Map<string, ChangeKind>, rows: LogRow[]): Promise<Set<number>> {
  const open = new Set<number>()
  for (const [kind, entries] of Map.groupBy(rows, ({ action }) => kinds.get(action)!))
    for (const id of (await kind.undoable?.(ctx, entries)) ?? []) open.add(id)
  return open
}

async function asksOf(ctx: Ctx, kinds: Map<string, ChangeKind>, rows: LogRow[]) {
  const asks = new Map<number, { title: string; text: string }>()
  for (const [kind, entries] of Map.groupBy(rows, ({ action }) => kinds.get(action)!))
    for (const [id, ask] of (await kind.asks?.(ctx, entries)) ?? []) asks.set(id, ask)
  return asks
}

export async function listChanges(ctx: Ctx, query: Paging & { group?: ChangeGroup }) {
  const kinds = kindsFor(ctx, query.group)
  const rows = await read(ctx, [...kinds.keys()], lastId(query) as number | null, rowsFor(query))
  const envelope = page(rows, { query, key: (row) => [row.id] }, (row) => row)
  const [logs, open] = await Promise.all([presentLogs(ctx, envelope.records), undoableOf(ctx, kinds, envelope.records)])
  const asks = await asksOf(
    ctx,
    kinds,
    envelope.records.filter(({ id }) => open.has(id)),
  )
  const records = logs.map(({ id, action, sentence, actor, created_at }, at): Change => {
    const { group, icon, to } = kinds.get(action)!
    return { id, group, icon, sentence, actor, created_at, to: to?.(envelope.records[at]!) ?? null, can_undo: open.has(id), ask: asks.get(id) ?? null }
  })
  return { ...envelope, records }
}

/** @throws AtriumError 404, 409 for what cannot be taken back, or no more */
export async function undoChange(ctx: Ctx, id: number): Promise<void> {
  const kinds = kindsFor(ctx)
  const [row] = await read(ctx, [...kinds.keys()], null, 1, id)
  if (!row) throw notFound('Change')
  const kind = kinds.get(row.action)!
  if (!kind.undo || !(await undoableOf(ctx, kinds, [row])).has(id)) throw conflict('This can’t be undone.')
  await kind.undo(ctx, row)
}
