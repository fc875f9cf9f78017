/** An event in a list: the day, what, when, where, who, and one's answer. */
import { AvatarStack, Badge, Cover, cx, Icon, IconMark, Link, useLocale, useSession, useT } from '@atrium/sdk/web'
import type { EventReply } from '../../contract.ts'
import { DateTile } from './DateTile.tsx'
import { Rsvp } from './Rsvp.tsx'
import { shortDay } from './time.ts'
import { datePath, PLACE_ICONS, useWords } from './words.ts'

export function EventCard({ event, inSpace = false }: { event: EventReply; inSpace?: boolean }) {
  const t = useT()
  const locale = useLocale()
  const words = useWords()
  const { member } = useSession()
  const set = event.event_setting_attributes
  const { records: people, count } = event.event_attendees
  return (
    <article
      aria-label={event.name}
      className={cx('overflow-hidden rounded-card border bg-surface transition-colors duration-[120ms] hover:border-field', event.is_cancelled && 'opacity-75')}
    >
      <div className="flex gap-4 p-4">
        <DateTile moment={event.starts_at} off={event.is_cancelled} big />
        <div className="min-w-0 flex-1">
          {event.is_pinned_at_top_of_space && inSpace && (
            <p className="mb-1 flex items-center gap-1.5 text-12 font-medium text-text-3">
              <Icon name="pin" size="sm" />
              {t('card.pinned')}
            </p>
          )}
          <h2 className="text-17 leading-6">
            <Link to={datePath(event)} className="font-semibold wrap-anywhere hover:underline">
              {event.name}
            </Link>
            {event.status === 'draft' && <Badge className="ms-2">{t('card.draft')}</Badge>}
          </h2>
          <p className="text-13 text-text-2">
            {words.when(event)}
            {/* a visitor has told no time zone of their own */}
            {!member && `, ${t('time.yours')}`}
          </p>
          {event.recurring_setting_attributes && (
            <p className="flex items-center gap-1.5 text-13 text-text-3">
              <Icon name="refresh-cw" size="sm" />
              {event.recurring_setting_attributes.text}
            </p>
          )}
          {event.next_dates && event.next_dates.length > 0 && (
            <p className="mt-1 flex flex-wrap items-center gap-1.5 text-13 text-text-3">
              {t('card.next_dates')}
              {event.next_dates.map((date) => (
                <Link
                  key={date.occurrence_id}
                  to={datePath({ ...event, ...date })}
                  className="rounded-tag bg-surface-2 px-1.5 py-0.5 text-12 font-medium text-text-2 hover:bg-hover hover:underline"
                >
                  {shortDay(date.starts_at, locale)}
                </Link>
              ))}
            </p>
          )}
          <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-13 text-text-2">
            <span className="inline-flex min-w-0 items-center gap-1.5">
              <Icon name={PLACE_ICONS[set.location_type]} size="sm" />
              <span className="truncate">{words.place(event)}</span>
            </span>
            {!inSpace && (
              <Link to={`/c/${event.space.slug}`} className="inline-flex items-center gap-1.5 hover:underline">
                <IconMark value={event.space.emoji} className="w-4" />
                {event.space.name}
              </Link>
            )}
            {(set.host || event.author) && !event.hide_meta_info && <span>{t('card.host', { name: set.host || event.author!.name })}</span>}
          </p>
        </div>
        <div className="hidden w-32 shrink-0 self-start overflow-hidden rounded-control sm:block">
          <Cover src={event.cover_image_url} id={event.space_id} mark={event.space.emoji} ratio={1.6} />
        </div>
      </div>
      <footer className="flex min-h-12 items-center gap-3 border-t border-border px-4 py-2">
        {people.length > 0 && <AvatarStack people={people} max={4} size={24} />}
        <span className="min-w-0 flex-1 truncate text-13 text-text-3">{(count > 0 || set.rsvp_limit !== null) && words.places(event)}</span>
        {event.comments_count > 0 && (
          <span className="inline-flex items-center gap-1 text-13 text-text-3">
            <Icon name="message-circle" size="sm" label={t('card.comments', { count: event.comments_count })} />
            {event.comments_count}
          </span>
        )}
        <Rsvp event={event} small />
      </footer>
    </article>
  )
}
