/** The dates of a series, each with one's own answer. */
import { Button, Card, CardHead, cx, Dialog, Icon, Link, toast, useLocale, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
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
  const [asking, setAsking] = useState(false)
  const params = { spaceId: event.space_id, slug: event.slug }
  const { data } = useRead(routes.recurring, { params, query: { per_page: 100 } })
  const come = useWrite(routes.recurringRsvp, {
    invalidates: [contract],
    onSuccess: ({ waiting }, { body }) =>
      toast.success(
        t(
          waiting > 0
            ? body.event_ids.length > 1
              ? 'dates.some_waiting'
              : 'rsvp.now_waiting'
            : body.event_ids.length > 1
              ? 'dates.all_going'
              : 'rsvp.thanks_text',
        ),
      ),
    onError: (error) => toast.error(error.message),
  })
  const answer = (ids: number[]) => {
    setAsking(false)
    come.mutate({ params, body: { event_ids: ids } })
  }
  const ahead = data?.records.filter(({ is_past }) => !is_past) ?? []
  if (ahead.length < 2) return null
  const open = ahead.filter(({ rsvp_status, is_cancelled }) => rsvp_status !== 'yes' && rsvp_status !== 'waiting' && !is_cancelled)
  const answers =
    member !== null && !viewOnly && !event.event_setting_attributes.rsvp_disabled && event.event_setting_attributes.questions.every(({ required }) => !required)
  const here = open.find(({ id }) => id === event.occurrence_id)
  return (
    <Card as="section" className="mt-6">
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('dates.which')}
        width={440}
        footer={
          <>
            {here && <Button onClick={() => answer([here.id])}>{t('dates.this')}</Button>}
            <Button variant="primary" onClick={() => answer(open.slice(0, MOST).map(({ id }) => id))}>
              {t('dates.all', { count: Math.min(open.length, MOST) })}
            </Button>
          </>
        }
      >
        <p className="text-text-2">{event.recurring_setting_attributes!.text}</p>
      </Dialog>
      <CardHead
        title={t('dates.title')}
        text={event.recurring_setting_attributes!.text}
        action={
          answers && open.length > 1 ? (
            <Button size="sm" loading={come.isPending} onClick={() => setAsking(true)}>
              {t('dates.come')}
            </Button>
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
