/** What a card does, in words. */
import { formatTime, type Translate } from '@atrium/sdk/web'
import { type ActionOffer, LOGIC, type ScheduleInput, type Unit } from '../../../contract.ts'
import type { Kit } from '../useKit.ts'
import type { NodeTone } from './Node.tsx'

interface Card {
  action_type: string
  api_params: Record<string, unknown>
  /** As the server calls it, where it says so. */
  label?: string
  icon?: string
}
export const isLogic = (type: string): boolean => (LOGIC as readonly string[]).includes(type)
const LOGIC_ICONS: Record<string, string> = { condition: 'git-branch', wait: 'hourglass', wait_until: 'clock', wait_for: 'bell', stop: 'octagon-alert' }

export const lengthWords = (t: Translate, amount: unknown, unit: unknown): string => t(`unit.${String(unit ?? 'days') as Unit}`, { count: Number(amount) || 0 })
export function weekdayName(locale: string, weekday: number): string {
  // the first of January 2024 was a Monday
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
}

export function titleOf(t: Translate, locale: string, kit: Kit, { action_type: type, api_params: params, label }: Card): string {
  switch (type) {
    case 'wait':
      return params['amount'] ? lengthWords(t, params['amount'], params['unit']) : t('card.wait')
    case 'wait_until':
      if (!params['time']) return t('card.wait_until')
      return params['weekday']
        ? t('card.until_day', { day: weekdayName(locale, Number(params['weekday'])), time: String(params['time']) })
        : t('card.until', { time: String(params['time']) })
    case 'wait_for': {
      const event = kit.triggerOf(String(params['trigger_type'] ?? ''))
      return event?.label ?? t('card.wait_for')
    }
    case 'condition':
    case 'stop':
      return t(`card.${type}`)
    default:
      return kit.offerOf(type)?.label ?? label ?? type
  }
}
export const kickerOf = (t: Translate, type: string): string => t(isLogic(type) ? `kicker.${type}` : 'kicker.do')
export const iconOf = (kit: Kit, { action_type, icon }: Card): string => LOGIC_ICONS[action_type] ?? kit.offerOf(action_type)?.icon ?? icon ?? 'puzzle'
export const toneOf = (type: string): NodeTone => (type === 'condition' ? 'logic' : isLogic(type) ? 'plain' : 'act')
export const branchesOf = (kit: Kit, type: string): ActionOffer['branches'] =>
  kit.offerOf(type)?.branches ?? (type === 'condition' || type === 'wait_for' ? ['yes', 'no'] : [])

/** "Every 2 weeks on Monday and Friday at 09:00". */
export function scheduleWords(t: Translate, locale: string, { runs_at, recurrence }: Pick<ScheduleInput, 'runs_at' | 'recurrence'>): string {
  if (!recurrence) return runs_at ? formatTime(runs_at, { kind: 'datetime' }) : t('schedule.none')
  const every = t(`schedule.every.${recurrence.frequency}`, { count: recurrence.interval })
  const days =
    recurrence.frequency === 'weekly'
      ? new Intl.ListFormat(locale).format(recurrence.weekdays.toSorted().map((day) => weekdayName(locale, day)))
      : recurrence.frequency === 'monthly'
        ? t('schedule.day', { day: recurrence.day })
        : ''
  return days ? t('schedule.on', { every, days, time: recurrence.time }) : t('schedule.at', { every, time: recurrence.time })
}
