/** What earns points here: the rules that plugins bring, as the community has them. */
import type { Ctx } from '@atrium/sdk/server'
import contract, { type PointRule, type Rule } from '../../contract.ts'

/** Rules for events of plugins that this one needs, which therefore bring none themselves. */
export const OWN_RULES: PointRule[] = [
  { key: 'like', icon: 'heart', points: 1, limitPerDay: 30 },
  { key: 'comment', icon: 'message-circle', points: 2, limitPerDay: 30 },
  { key: 'post', icon: 'square-pen', points: 5, limitPerDay: 15 },
  { key: 'picture', icon: 'camera', points: 2, limitPerDay: null },
  { key: 'headline', icon: 'pencil', points: 1, limitPerDay: null },
]

/** In the order of the plugins; labels in the reader's language. */
export function rulesOf(ctx: Ctx): Rule[] {
  const said = ctx.settings(contract).rules
  return ctx.fill(contract.points.rule).map(({ value, t }) => {
    const own = said[value.key] ?? {}
    return {
      key: value.key,
      label: t(`rule.${value.key}`),
      icon: value.icon,
      points: own.points ?? value.points,
      default_points: value.points,
      limit_per_day: own.limit_per_day === undefined ? value.limitPerDay : own.limit_per_day,
      enabled: own.enabled ?? true,
    }
  })
}
