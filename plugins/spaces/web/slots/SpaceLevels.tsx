/** How much of each of one's spaces one hears. */
import type { SlotPropsOf } from '@atrium/sdk'
import { Card, CardHead, cx, EmptyState, Icon, IconMark, LinkButton, Select, toast, useQueryCache, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import notifications, { type Level, type Preferences } from '../../../notifications/contract.ts'
import contract from '../../contract.ts'

const LEVELS: Level[] = ['all', 'mention', 'never']
/** More than so many spaces are closed at first, and counted by their level. */
const SHOWN = 5

export default function SpaceLevels({ chosen, save }: SlotPropsOf<(typeof notifications.slots)['notification.preferences']>) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const cache = useQueryCache()
  const { mutate } = useWrite(contract.routes.updateNotificationDetails, {
    invalidates: [notifications.routes.preferences],
    onError: (error) => toast.error(error.message),
  })
  const options = LEVELS.map((value) => ({ value, label: t(`levels.${value}`) }))
  const show = (change: (one: Preferences['spaces'][number]) => Preferences['spaces'][number]) => (now: Preferences) => ({
    ...now,
    spaces: now.spaces.map(change),
  })
  const set = (spaceId: number, level: Level) => {
    cache.update(
      notifications.routes.preferences,
      undefined,
      show((one) => (one.space_id === spaceId ? { ...one, choice: level } : one)),
    )
    mutate({ params: { id: spaceId }, body: { notification_type: level, in_app_notification_setting: level, mobile_notification_setting: level } })
  }
  const countOf = (level: Level) => chosen.spaces.filter(({ choice }) => choice === level).length
  const levels = new Set(chosen.spaces.map(({ choice }) => choice))
  return (
    <Card>
      <CardHead title={t('levels.title')} text={t('levels.text')} />
      {chosen.spaces.length === 0 ? (
        <EmptyState icon="layout-grid" title={t('levels.none')} action={<LinkButton to="/spaces">{t('levels.find')}</LinkButton>} />
      ) : (
        <ul className="pb-3">
          {chosen.spaces.length > 1 && (
            <li className="flex items-center gap-3 border-b px-5 py-2 font-medium max-desk:px-3">
              <span className="min-w-0 flex-1">{t('levels.set')}</span>
              <Select
                size="sm"
                className="w-40! flex-none"
                aria-label={t('levels.set')}
                value={levels.size === 1 ? [...levels][0]! : ''}
                options={levels.size === 1 ? options : [{ value: '', label: '–', disabled: true }, ...options]}
                onChange={(event) => {
                  const level = event.target.value as Level
                  save(
                    { all_spaces: level },
                    show((one) => ({ ...one, choice: level })),
                  )
                }}
              />
            </li>
          )}
          {chosen.spaces.length > SHOWN && (
            <li>
              <button
                type="button"
                aria-expanded={open}
                className="flex min-h-11 w-full items-center gap-2.5 px-5 text-start text-13 text-text-2 hover:bg-hover max-desk:px-3"
                onClick={() => setOpen(!open)}
              >
                <Icon name="chevron-down" size="sm" className={cx('text-text-3', !open && '-rotate-90')} />
                {options.flatMap(({ value, label }) => (countOf(value) > 0 ? [t('levels.count', { level: label, count: countOf(value) })] : [])).join(' · ')}
              </button>
            </li>
          )}
          {(open || chosen.spaces.length <= SHOWN ? chosen.spaces : []).map((space) => (
            <li key={space.id} className="flex items-center gap-3 px-5 py-1.5 max-desk:px-3">
              <IconMark value={space.space_emoji} className="w-5" />
              <span className="min-w-0 flex-1 truncate">{space.space_name}</span>
              <Select
                size="sm"
                className="w-40! flex-none"
                aria-label={t('levels.of', { space: space.space_name })}
                value={space.choice}
                options={options}
                onChange={(event) => set(space.space_id, event.target.value as Level)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
