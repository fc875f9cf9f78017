/** What the reader may do in a space, as the policies answer it, and the facts that they look at: for whoever asks why. */
import type { Ctx } from '@atrium/sdk/server'
import type { SpaceAnswer } from '../../contract.ts'
import { spacePolicy } from '../policies.ts'
import { standingsOf } from './access.ts'
import { spaceById } from './spaces.ts'

export async function explain(ctx: Ctx, spaceId: number): Promise<SpaceAnswer | null> {
  const seen = await spaceById(ctx, spaceId)
  if (!seen) return null
  const { row, reach } = seen
  const ask = (act: keyof typeof spacePolicy) => spacePolicy[act](ctx, seen) as boolean
  return {
    may: {
      view: ask('view'),
      enter: ask('enter'),
      join: ctx.member !== null && ask('join'),
      post: ctx.member !== null && ask('post'),
      seeMembers: ask('seeMembers'),
      addMembers: ctx.member !== null && ask('addMembers'),
      moderate: ctx.member !== null && ask('moderate'),
      manage: ctx.member !== null && ask('manage'),
    },
    standing: ctx.member ? (await standingsOf(ctx, ctx.member.id)).get(spaceId)! : 'outside',
    isPrivate: row.is_private,
    isSecret: row.is_hidden,
    isDraft: row.is_draft,
    isSilent: row.is_post_disabled,
    hidesMembers: row.options.visible_tabs?.members === false,
    manages: reach.manages,
    runs: reach.runs(spaceId),
    rolesHere: reach.rolesAt(spaceId),
  }
}
