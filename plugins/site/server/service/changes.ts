/** Deleted pages among the recent changes: while they are kept, they come back from there. */
import type { Ctx } from '@atrium/sdk/server'
import type { ChangeEntry, ChangeKind } from '../../../audience/contract.ts'
import { restorePage } from './trash.ts'

const pageOf = ({ subject }: ChangeEntry): number => Number(subject.split(':')[1])
const permission = 'site.manage'
const to = () => '/settings/pages/deleted'

export const changes: ChangeKind[] = [
  {
    actions: ['page.deleted'],
    group: 'deletions',
    icon: 'trash-2',
    permission,
    to,
    async undoable(ctx: Ctx, entries) {
      const rows = await ctx.sql<{ id: number }>('select id from site.page where community_id = $1 and id = any ($2::bigint[]) and deleted_at is not null', [
        entries.map(pageOf),
      ])
      const there = new Set(rows.map(({ id }) => Number(id)))
      // of several of one page the latest alone tells how it stands
      const latest = new Map([...entries].reverse().map((entry) => [pageOf(entry), entry]))
      return [...latest.values()].filter((entry) => there.has(pageOf(entry))).map(({ id }) => id)
    },
    undo: (ctx, entry) => restorePage(ctx, pageOf(entry)),
  },
  { actions: ['page.undeleted'], group: 'deletions', icon: 'undo-2', permission },
  { actions: ['page.purged'], group: 'deletions', icon: 'trash-2', permission },
]
