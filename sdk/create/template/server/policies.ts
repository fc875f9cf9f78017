/** Who may do what with a note. */
import { definePolicy } from '@atrium/sdk/server'
import type { Note } from './entities.ts'

export const notePolicy = definePolicy<Note>()({
  view: () => true,
  remove: (ctx, note) => note.authorMemberId === ctx.member?.id || ctx.can('sample.manage'),
})
