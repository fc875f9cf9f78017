/** Imports among the recent changes, with the way back while there is one. */
import type { Ctx } from '@atrium/sdk/server'
import type { ChangeEntry, ChangeKind } from '../../../../audience/contract.ts'
import { addedBy, undoableImports, undoImport } from './tasks.ts'

const importOf = ({ subject }: ChangeEntry): number => Number(subject.split(':')[1])
const seen = { group: 'imports', permission: 'members.manage', to: () => '/settings/members/bulk_import_tasks' } as const

const asked = (ctx: Ctx, name: string, count: number) => ({
  title: count ? ctx.t('changes.undo_title', { count, name }) : ctx.t('undo.title', { name }),
  text: ctx.t('changes.undo_text'),
})

export const changes: ChangeKind[] = [
  {
    ...seen,
    actions: ['import.run'],
    icon: 'upload',
    async undoable(ctx, entries) {
      const open = await undoableImports(ctx, entries.map(importOf))
      return entries.flatMap((entry) => (open.has(importOf(entry)) ? entry.id : []))
    },
    asks: async (ctx, entries) => {
      const added = await addedBy(ctx, entries.map(importOf))
      return new Map(entries.map((entry) => [entry.id, asked(ctx, String(entry.data.name), added.get(importOf(entry)) ?? 0)]))
    },
    undo: (ctx, entry) => undoImport(ctx, importOf(entry)),
  },
  { ...seen, actions: ['import.undone'], icon: 'undo-2' },
]
