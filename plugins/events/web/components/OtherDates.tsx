/** The dates of a series, each with one's own answer. The page's own answer is for the date that is shown; all at once is in the menu. */
import { Button, Card, CardHead, cx, Icon, IconButton, Link, Menu, toast, useConfirm, useLocale, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type EventReply } from '../../contract.ts'
import { clockOf, dayName } from './time.ts'

const { routes } = contract
/** Dates that are shown before somebody asks for more. */
const FIRST = 6
/** Dates that are answered at once. */
const MOST = 100

export function OtherDates({ event }: { event: EventReply }) {
  const t = useT()
  const locale = useLocale()
  const { member, viewOnly } = useSession()
  const [all, setAll] = useState(false)
  const confirm = useConfirm()
  const params = { spaceId: event.space_id, slug: event.slug }
  const { data } = useRead(routes.recurring, { params, query: { per_page: 100 } })
  const come = useWrite(routes.recurringRsvp, {
    invalidates: [contract],
    onSuccess: ({ waiting }) => toast.success(t(waiting > 0 ? 'dates.some_waiting' : 'dates.all_going')),
    onError: (error) => toast.error(error.message),
  })
  const ahead = data?.records.filter(({ is_past }) => !is_past) ?? []
  if (ahead.length < 2) return null
  const open = ahead.filter(({ rsvp_status, is_cancelled }) => rsvp_status !== 'yes' && rsvp_status !== 'waiting' && !is_cancelled)
  const answers =
    member !== null && !viewOnly && !event.event_setting_attributes.rsvp_disabled && event.event_setting_attributes.questions.every(({ required }) => !required)
  const count = Math.min(open.length, MOST)
  const comeToAll = async () => {
    if (!(await confirm({ title: t('dates.confirm', { count }), text: event.recurring_setting_attributes!.text, action: t('rsvp.go') }))) return
    come.mutate({ params, body: { event_ids: open.slice(0, MOST).map(({ id }) => id) } })
  }
  return (
    <Card as="section" className="mt-6">
      <CardHead
        title={t('dates.title')}
        text={event.recurring_setting_attributes!.text}
        action={
          answers && open.length > 1 ? (
            <Menu
              trigger={<IconButton icon="ellipsis" label={t('dates.menu')} />}
              items={[{ label: t('dates.all', { count }), icon: 'check', disabled: come.isPending, onSelect: () => void comeToAll() }]}
            />
          ) : undefined
        }
      />
      <ul className="divide-y divide-border">
        {(all ? ahead : ahead.slice(0, FIRST)).map((date) => (
          <li key={date.id} className={cx('flex min-h-12 items-center gap-3 px-4 py-2', date.id === event.occurrence_id && 'bg-hover')}>
            <Link
              to={`${event.url}?date=${date.id}`}
              className={cx('min-w-0 flex-1 hover:underline', date.is_cancelled && 'text-text-3 line-through')}
              aria-current={date.id === event.occurrence_id ? 'date' : undefined}
            >
              <span className="font-medium first-letter:uppercase">{dayName(date.starts_at, locale)}</span>{' '}
              <span className="text-text-3 tabular-nums">{clockOf(date.starts_at, locale)}</span>
              {date.name !== event.name && <span className="block text-12 text-text-3">{date.name}</span>}
            </Link>
            <span className="text-13 text-text-3">
              {date.is_cancelled
                ? t('event.cancelled_short')
                : date.rsvp_limit !== null && date.rsvp_count >= date.rsvp_limit
                  ? t('rsvp.full')
                  : date.rsvp_count > 0 && t('card.going', { count: date.rsvp_count })}
            </span>
            {date.rsvp_status === 'yes' && <Icon name="check" label={t('rsvp.yes')} className="text-success" />}
          </li>
        ))}
      </ul>
      {!all && ahead.length > FIRST && (
        <div className="border-t border-border p-2 text-center">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {t('dates.more', { count: ahead.length - FIRST })}
          </Button>
        </div>
      )}
    </Card>
  )
}
