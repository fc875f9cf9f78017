/** What may stand after `author:` and `in:` while it is being typed: only whom and what this reader may know of. */
import { type RouteParsed, unauthenticated } from '@atrium/sdk'
import { type Ctx, seesPeople } from '@atrium/sdk/server'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import type contract from '../../contract.ts'
import type { Suggestion } from '../../contract.ts'
import { fits, membersNamed } from './understand.ts'

const MOST_OFFERED = 6
type Query = RouteParsed<typeof contract.routes.suggestions>['query']

async function authors(ctx: Ctx, text: string): Promise<Suggestion[]> {
  if (!seesPeople(ctx)) return []
  const named = text ? await membersNamed(ctx, text, MOST_OFFERED) : ctx.member ? [ctx.member] : []
  const judged = await ctx
    .use(content)
    .findable()
    .find(({ kind }) => kind === 'member')
    ?.judge(named.map(({ id }) => id))
  const found = judged ? named.filter(({ id }) => judged.has(id)) : named
  const members = await ctx.members.byIds(found.map(({ id }) => id))
  return found.flatMap(({ id }) => {
    const member = members.get(id)
    return member?.isActive
      ? [{ operator: 'author' as const, value: member.name, label: member.name, emoji: null, member: { id, avatar_url: member.avatarUrl } }]
      : []
  })
}
async function places(ctx: Ctx, text: string): Promise<Suggestion[]> {
  const cards = await ctx.use(spaces).cards((await ctx.use(spaces).access()).visibleIds())
  return [...cards.values()]
    .filter(({ name, slug }) => fits(name, text) || fits(slug, text))
    .slice(0, MOST_OFFERED)
    .map(({ name, slug, emoji }) => ({ operator: 'in', value: slug, label: name, emoji, member: null }))
}

/** @throws AtriumError 401 for visitors of a private community */
export async function suggest(ctx: Ctx, { operator, text }: Query): Promise<{ records: Suggestion[] }> {
  if (!ctx.member && ctx.community.isPrivate) throw unauthenticated()
  return { records: await (operator === 'author' ? authors(ctx, text) : places(ctx, text)) }
}
