/** What is to be in place before a room opens. */
import { Card, cx, Icon, Switch, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import { useCall } from '../../room/call.ts'

interface ItemProps {
  isReady: boolean
  children: ReactNode
  end?: ReactNode
}
function Item({ isReady, children, end }: ItemProps) {
  const t = useT()
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        name={isReady ? 'circle-check' : 'circle-dashed'}
        label={t(isReady ? 'stage.ready' : 'stage.not_ready')}
        className={cx('mt-px', isReady ? 'text-success' : 'text-warning')}
      />
      <span className="min-w-0 flex-1">{children}</span>
      {end && <span className="flex-none text-13 text-text-3 tabular-nums">{end}</span>}
    </li>
  )
}

export function Checklist({ records, onRecords }: { records: boolean; onRecords: (records: boolean) => void }) {
  const t = useT()
  const { room, seats } = useCall()
  const people = seats.filter(({ source }) => source === 'camera')
  const heard = people.filter(({ isMuted }) => !isMuted)
  const on = t('settings.on')
  return (
    <Card pad>
      <h2 className="mb-2.5 text-15">{t('stage.backstage.ready')}</h2>
      <ul className="grid gap-2.5 text-[14px] leading-5">
        <Item isReady={heard.length === people.length} end={t('stage.check.of', { count: heard.length, all: people.length })}>
          {t('stage.check.microphones')}
        </Item>
        {room.can_host && room.recording_enabled && (
          <Item isReady={records} end={<Switch aria-label={t('stage.check.record')} checked={records} onChange={onRecords} />}>
            {t('stage.check.record')}
            {room.space && room.auto_post_recording_enabled && (
              <span className="block text-13 text-text-3">{t('stage.check.posted', { space: room.space.name })}</span>
            )}
          </Item>
        )}
        {room.questions_enabled && (
          <Item isReady end={on}>
            {t(room.questions_are_checked ? 'stage.check.questions_first' : 'stage.check.questions')}
          </Item>
        )}
        {room.has_waiting_room && (
          <Item isReady end={on}>
            {t('settings.has_waiting_room')}
          </Item>
        )}
      </ul>
    </Card>
  )
}
