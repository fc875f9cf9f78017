/** Rules and dates in the reader's words: "Every second Thursday until 11 March 2027". */
import { ordinals, zoneName } from '@atrium/sdk'
import type { Ctx } from '@atrium/sdk/server'
import { CLOCK, DAY } from '../../contract/formats.ts'
import { dayRuleWords, shortWeekday } from '../../contract/rules.ts'
import type { Rule } from '../entities.ts'
import { weekOfMonth } from './schedule.ts'

/** A calendar day needs no zone: it is named as it stands. */
const day = (locale: string, date: string, options: Intl.DateTimeFormatOptions) =>
  ordinals(locale, new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${date}T12:00:00Z`)))

export function ruleText(ctx: Ctx, rule: Rule, startLocal: string): string {
  const how = everyText(ctx, rule, startLocal)
  if (rule.until) return ctx.t('rule.until', { rule: how, date: day(ctx.locale, rule.until, { day: 'numeric', month: 'long', year: 'numeric' }) })
  return ctx.t('rule.count', { rule: how, count: rule.count! })
}
/** Without its end: "Every second Thursday". */
export function everyText(ctx: Ctx, rule: Rule, startLocal: string): string {
  const { locale } = ctx
  const start = startLocal.slice(0, 10)
  const index = new Date(`${start}T12:00:00Z`).getUTCDay()
  // Portuguese says of each weekday whether it is `todo` or `toda`, so a whole phrase stands for each
  const weekday = day(locale, start, { weekday: 'long' })
  const gender = index === 0 || index === 6 ? 'm' : 'f'
  const week = weekOfMonth(startLocal, rule.last)
  const [, month, dayOfMonth] = start.split('-').map(Number) as [number, number, number]
  const values = { weekday, shortWeekday: shortWeekday(weekday), day: String(dayOfMonth), date: day(locale, start, { day: 'numeric', month: 'long' }) }
  const onDay = () => ctx.t(dayRuleWords(rule.frequency, dayOfMonth, month, rule.lastDay ?? false), values)
  return {
    daily: () => ctx.t('rule.daily'),
    weekday: () => ctx.t('rule.weekday'),
    weekly: () => ctx.t(`rule.weekly_${gender}`, values),
    bi_weekly: () => ctx.t(`rule.bi_weekly_${gender}`, values),
    monthly: () => onDay(),
    monthly_weekday_based: () => ctx.t(`rule.monthly_${week === -1 ? 'last' : week}_${gender}`, values),
    annually: () => onDay(),
    yearly: () => onDay(),
  }[rule.frequency]()
}
/** By the reader's clocks where they are known, else by the event's own: named, as mails are read anywhere. */
export function whenIn(ctx: Ctx, { starts_at, time_zone }: { starts_at: Date; time_zone: string }, own: string | null): string {
  const zone = own ?? time_zone
  const text = new Intl.DateTimeFormat(ctx.locale, { timeZone: zone, ...DAY, ...CLOCK }).format(starts_at)
  return `${ordinals(ctx.locale, text)} (${zoneName(zone, ctx.locale, starts_at)})`
}
