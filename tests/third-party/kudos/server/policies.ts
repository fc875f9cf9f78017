/** Who may do what with kudos. */
import { definePolicy } from '@atrium/sdk/server'
import type { Kudo } from './entities.ts'

export const kudoPolicy = definePolicy<Kudo>()({
  view: (ctx) => ctx.member !== null,
  remove: (ctx, kudo) => kudo.giverMemberId === ctx.member?.id || ctx.can('kudos.manage'),
})
