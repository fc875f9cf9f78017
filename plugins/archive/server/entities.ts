/** Tables of bans, archives and memberships that end. */
import { p, table, type TablesOf } from '@atrium/sdk/server'

const texts = p.array().columnType('text[]')

export const BanTable = table(
  'archive.ban',
  {
    memberId: p.bigint('number'),
    byMemberId: p.bigint('number').nullable(),
    reason: p.text(),
    content: p.text().$type<'keep' | 'hide' | 'remove'>(),
    endsAt: p.datetime().nullable(),
    liftedAt: p.datetime().nullable(),
    emailDigest: p.text(),
    ips: texts,
  },
  { own: ['reason', 'ends_at', 'lifted_at'] },
)
const made = { stays: 'archives are no part of an archive' }
export const ExportTable = table(
  'archive.export',
  {
    memberId: p.bigint('number').nullable(),
    byMemberId: p.bigint('number'),
    status: p.text().$type<'running' | 'ready' | 'failed'>().default('running'),
    mark: p.text(),
    tables: texts,
    tablesCount: p.integer(),
    after: p.array().columnType('text[]').nullable(),
    rowsCount: p.bigint('number').default(0),
    filesCount: p.integer().default(0),
    byteSize: p.bigint('number').default(0),
    readyAt: p.datetime().nullable(),
  },
  made,
)
export const PartTable = table(
  'archive.part',
  {
    exportId: p.bigint('number'),
    kind: p.text().$type<'rows' | 'files'>(),
    name: p.text(),
    tableName: p.text().nullable(),
    fileId: p.bigint('number').nullable(),
    firstId: p.bigint('number').nullable(),
    lastId: p.bigint('number').nullable(),
    rows: p.integer().default(0),
    byteSize: p.bigint('number').default(0),
  },
  made,
)
export const DeletionTable = table(
  'archive.deletion',
  { memberId: p.bigint('number'), content: p.text().$type<'keep' | 'remove'>(), dueAt: p.datetime() },
  { own: ['content', 'due_at'] },
)

export const entities = [BanTable, ExportTable, PartTable, DeletionTable]
export type Tables = TablesOf<(typeof entities)[number]>
