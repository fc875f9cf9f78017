/** A newcomer's first steps, each ticked by what is really there. */
import type { Ctx } from '@atrium/sdk/server'
import type { z } from 'zod'
import content from '../../../content/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type FirstStep, type Onboarding, type Welcome } from '../../contract.ts'
import { read } from './parts.ts'

/** For so many days a member is new. */
const NEW_DAYS = 14

export async function welcome(ctx: Ctx): Promise<z.input<typeof Welcome>> {
  const settings = await read(ctx, 'onboarding')
  const { id, name, isAdmin } = ctx.me()
  const [member] = await ctx.sql<{ is_new: boolean; avatar_url: string | null; headline: string | null }>(
    'select created_at > $3 as is_new, avatar_url, headline from kernel.member_card where community_id = $1 and id = $2',
    [id, new Date(ctx.now().getTime() - NEW_DAYS * 86_400_000)],
  )
  const show = settings.welcome_enabled && member!.is_new && !isAdmin
  const { welcome_title: title, welcome_text: text } = settings
  if (!show) return { show, title, text, steps: [] }
  const [entered, written] = await Promise.all([hasEntered(ctx), ctx.use(content).writtenBy('post', [id])])
  const states: [FirstStep, boolean | null, string][] = [
    ['picture', settings.ask_for_picture ? member!.avatar_url !== null : null, '/account'],
    ['headline', settings.ask_for_headline ? Boolean(member!.headline) : null, '/account'],
    ['spaces', entered, '/space_groups'],
    ['introduce', written === null ? null : written.get(id)! > 0, await draftFor(ctx, name, settings)],
  ]
  const steps = states.flatMap(([key, done, to]) => (done === null ? [] : { key, done, to }))
  const points = await Promise.all(steps.map(({ key }) => earnedBy(ctx, key)))
  return { show, title, text, steps: steps.map((step, i) => ({ ...step, points: points[i]! })) }
}

/** Whether somebody is in a space, also in one that everybody begins in; null where there is none to choose. */
async function hasEntered(ctx: Ctx): Promise<boolean | null> {
  const { memberIds, visibleIds, mayJoin } = await ctx.use(spaces).access()
  if (memberIds().length > 0) return true
  return visibleIds().some(mayJoin) ? false : null
}

/** The composer in the space for introductions, else in the first one that everybody begins in, with a title and two questions to answer. */
async function draftFor(ctx: Ctx, name: string, { introductions_space_id, default_space_ids }: Onboarding): Promise<string> {
  const service = ctx.use(spaces)
  const { canPost } = await service.access()
  const id = [introductions_space_id, ...default_space_ids].find((one) => one !== null && canPost(one))
  const space = id ? await service.card(id) : null
  const draft = new URLSearchParams({
    title: ctx.t('introduce.title', { name: name.split(' ')[0]! }),
    ask: `${ctx.t('introduce.first')}\n${ctx.t('introduce.second')}`,
  })
  return `/c/${space?.slug ?? '-'}/new?${draft}`
}

async function earnedBy(ctx: Ctx, step: FirstStep): Promise<number | null> {
  let points: number | null = null
  for (const { value } of ctx.fill(contract.points.reward)) points ??= await value(ctx, step)
  return points
}
