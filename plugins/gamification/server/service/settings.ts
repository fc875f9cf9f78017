/** `/settings/gamification`: what earns points, levels, who sees the leaderboard. */
import { invalid, type RouteParsed } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import contract, { type Settings } from '../../contract.ts'
import { segmentsOf } from './awards.ts'
import { accessGroups, presentLevels, saveLevels } from './levels.ts'
import { rulesOf } from './rules.ts'

type Change = RouteParsed<(typeof contract)['routes']['updateSettings']>['body']

export async function showSettings(ctx: Ctx): Promise<Settings> {
  const { daily_limit, leaderboard_visibility, streak_unit } = ctx.settings(contract)
  const [levels, groups, segments] = await Promise.all([presentLevels(ctx), accessGroups(ctx), segmentsOf(ctx)])
  return { daily_limit, leaderboard_visibility, streak_unit, rules: rulesOf(ctx), levels, access_groups: groups, segments }
}
/** @throws AtriumError 422 for rules that nobody brings, and for levels that do not rise */
export async function changeSettings(ctx: Ctx, { rules, levels, ...general }: Change): Promise<void> {
  const known = new Set(rulesOf(ctx).map(({ key }) => key))
  const strange = rules?.findIndex(({ key }) => !known.has(key)) ?? -1
  if (strange >= 0) throw invalid({ [`rules.${strange}.key`]: ['This rule doesn’t earn points.'] })
  if (levels) await saveLevels(ctx, levels)
  const own = { ...ctx.settings(contract).rules }
  for (const { key, ...said } of rules ?? []) own[key] = { ...own[key], ...said }
  await ctx.saveSettings(contract, {
    ...Object.fromEntries(Object.entries(general).filter(([, value]) => value !== undefined)),
    ...(rules ? { rules: own } : {}),
  })
  await ctx.audit('gamification.changed', 'community', { ...general, rules, levels: levels?.length })
}
