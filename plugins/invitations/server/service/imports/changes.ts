/** Imports among the recent changes, with the way back while there is one. */
import type { ChangeEntry, ChangeKind } from '../../../../audience/contract.ts'
import { undoableImports, undoImport } from './tasks.ts'

const importOf = ({ subject }: ChangeEntry): number => Number(subject.split(':')[1])
const seen = { group: 'imports', permission: 'members.manage', to: () => '/settings/members/bulk_import_tasks' } as const

export const changes: ChangeKind[] = [
  {
    ...seen,
    actions: ['import.run'],
    icon: 'upload',
    async undoable(ctx, entries) {
      const open = await undoableImports(ctx, entries.map(importOf))
      return entries.flatMap((entry) => (open.has(importOf(entry)) ? entry.id : []))
    },
    undo: (ctx, entry) => undoImport(ctx, importOf(entry)),
  },
  { ...seen, actions: ['import.undone'], icon: 'undo-2' },
]
