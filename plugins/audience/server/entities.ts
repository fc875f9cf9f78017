/** The tables of the audience. */
import type { SentenceValues } from '@atrium/sdk'
import { p, table, type TablesOf } from '@atrium/sdk/server'
import type { Chosen, Locations, Rules } from '../contract.ts'

/** One row for each member, and for each contact, who has no member. */
export const PersonTable = table(
  'audience.person',
  {
    memberId: p.bigint('number').nullable(),
    email: p.text().nullable(),
    name: p.text(),
    fields: p.json<Record<string, string>>(),
    subscribed: p.boolean().default(true),
    source: p.text(),
    sourceId: p.bigint('number').nullable(),
  },
  { own: ['name', 'email', 'subscribed'] },
)
export const TagTable = table('audience.tag', {
  name: p.text(),
  color: p.text(),
  textColor: p.text(),
  emoji: p.text().nullable(),
  displayFormat: p.text().$type<'label' | 'icon'>().default('label'),
  displayLocations: p.json<Locations>(),
  isPublic: p.boolean().default(true),
  isBackgroundEnabled: p.boolean().default(true),
  /** Whose people bear it by rule. */
  segmentId: p.bigint('number').nullable(),
  taggedMembersCount: p.integer().default(0),
})
export const PersonTagTable = table('audience.person_tag', {
  personId: p.bigint('number'),
  tagId: p.bigint('number'),
  /** Given by the tag's segment, which takes it again; what is given by hand stays. */
  byRule: p.boolean().default(false),
})
export const SegmentTable = table('audience.segment', {
  title: p.text(),
  rules: p.json<Rules>(),
  visible: p.boolean().default(true),
  createdByMemberId: p.bigint('number').nullable(),
  /** As it was at `countedAt`; null where nobody has counted yet. */
  keptCount: p.integer().nullable(),
  countedAt: p.datetime().nullable(),
})
export const NoteTable = table(
  'audience.note',
  {
    personId: p.bigint('number'),
    authorMemberId: p.bigint('number').nullable(),
    body: p.json<any>(),
  },
  { own: [] },
)
export const BulkTable = table(
  'audience.bulk_task',
  {
    memberId: p.bigint('number'),
    action: p.text(),
    input: p.json<Record<string, unknown>>(),
    people: p.json<Chosen>(),
    status: p.text().$type<'running' | 'done' | 'cancelled' | 'undoing' | 'undone'>().default('running'),
    total: p.integer().default(0),
    succeeded: p.integer().default(0),
    failed: p.integer().default(0),
    finishedAt: p.datetime().nullable(),
  },
  { own: [] },
)
export const BulkItemTable = table('audience.bulk_item', {
  bulkId: p.bigint('number'),
  personId: p.bigint('number'),
  /** `unchanged`: done, and there was nothing to do, so undo has nothing to take back. */
  status: p.text().$type<'waiting' | 'done' | 'unchanged' | 'failed' | 'undone'>().default('waiting'),
  error: p.text().nullable(),
  errorValues: p.json<SentenceValues>().nullable(),
})
/** How active a member is, each 0 to 10. */
export const ScoreTable = table(
  'audience.score',
  {
    memberId: p.bigint('number'),
    score: p.double(),
    presence: p.double(),
    participation: p.double(),
    contribution: p.double(),
    connection: p.double(),
  },
  { own: [] },
)
export type Tables = TablesOf<
  | typeof PersonTable
  | typeof TagTable
  | typeof PersonTagTable
  | typeof SegmentTable
  | typeof NoteTable
  | typeof BulkTable
  | typeof BulkItemTable
  | typeof ScoreTable
>
