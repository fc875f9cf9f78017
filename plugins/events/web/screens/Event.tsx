/** One event at one of its dates: what, when, where, who, one's own answer, and what is said about it. */
import { ownZone, zoneCity, zoneName, zoneOfToday } from '@atrium/sdk'
import {
  Avatar,
  Badge,
  Cover,
  ErrorState,
  Icon,
  IconButton,
  Link,
  LinkButton,
  Note,
  Progress,
  Query,
  RATIOS,
  RichText,
  Screen,
  Skeleton,
  SkeletonText,
  Slot,
  toast,
  useEvent,
  useLocale,
  useNavigate,
  useParams,
  useQueryCache,
  useRead,
  useRoom,
  useSearch,
  useSession,
  useT,
  useShare,
} from '@atrium/sdk/web'
import content from '../../../content/contract.ts'
import contract, { type EventReply } from '../../contract.ts'
import { mapOf } from '../../contract/places.ts'
import { AddToCalendar } from '../components/AddToCalendar.tsx'
import { DateTile } from '../components/DateTile.tsx'
import { EventMenu } from '../components/EventMenu.tsx'
import { OtherDates } from '../components/OtherDates.tsx'
import { Rsvp } from '../components/Rsvp.tsx'
import { Ticket } from '../components/Ticket.tsx'
import { spanOf } from '../components/time.ts'
import { isOver, PLACE_ICONS, reminderText, useWords } from '../components/words.ts'

export default function Event() {
  const t = useT()
  const { space, slug } = useParams<{ space: string; slug: string }>()
  const date = Number(useSearch().get('date')) || undefined
  const query = useRead(contract.routes.show, { params: { spaceId: space, slug }, query: date ? { occurrence_id: date } : {} }, { keepPrevious: true })
  if (query.isError && !query.data)
    return (
      <Screen name="events/Event" title={t('event.missing')}>
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      </Screen>
    )
  return (
    <Screen
      name="events/Event"
      title={query.data?.name ?? t('event.loading')}
      aside={query.data ? <Aside event={query.data} /> : <Skeleton w="100%" h={240} />}
    >
      <Query query={query} skeleton={<Waiting />}>
        {(event: EventReply) => <Reading event={event} />}
      </Query>
    </Screen>
  )
}
/** A drawn cover is a strip: the words matter more. */
const DRAWN_RATIO = 5
const Waiting = () => (
  <div className="grid gap-5">
    <Skeleton w="100%" h={240} />
    <Skeleton w="70%" h={28} />
    <SkeletonText lines={5} />
  </div>
)

function Reading({ event }: { event: EventReply }) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const cache = useQueryCache()
  const words = useWords()
  const set = event.event_setting_attributes
  useRoom('space', event.space_id)
  useRoom('record', `event:${event.id}`)
  const stale = (payload: { eventId: number }) => payload.eventId === event.id && void cache.invalidate(contract)
  useEvent(contract.events['event.updated'], stale)
  useEvent(contract.events['rsvp.changed'], stale)
  useEvent(contract.events['event.deleted'], ({ eventId }) => {
    if (eventId !== event.id || event.policies.can_update_post) return
    toast.error(t('event.gone'))
    navigate(`/c/${event.space.slug}`)
  })
  const recount = (payload: { recordKind: string; recordId: number }) => {
    if (payload.recordKind === 'event' && payload.recordId === event.id) void cache.invalidate(contract.routes.show)
  }
  useEvent(content.events['comment.created'], recount)
  useEvent(content.events['comment.deleted'], recount)
  const there = spanOf(event.starts_at, event.ends_at, locale, t('time.to'), set.time_zone)
  const elsewhere = zoneOfToday(set.time_zone) !== ownZone() && there !== words.when(event)
  const share = useShare()
  return (
    <article>
      <div className="mb-3 flex items-center justify-between gap-2">
        <LinkButton variant="ghost" size="sm" icon="arrow-left" to={`/c/${event.space.slug}`}>
          {event.space.name}
        </LinkButton>
        <div className="flex items-center gap-1">
          <IconButton icon="share-2" label={t('event.share')} onClick={() => void share({ title: event.name, url: `${location.origin}${event.url}` })} />
          <EventMenu event={event} />
        </div>
      </div>
      {event.status === 'draft' && (
        <div className="mb-4">
          <Note tone="warning" title={t(event.flagged_for_approval_at ? 'event.held_title' : 'event.draft_title')}>
            {t(event.flagged_for_approval_at ? 'event.held_text' : 'event.draft_text')}
          </Note>
        </div>
      )}
      <div className="mb-5 overflow-hidden rounded-card">
        <Cover
          src={event.cover_image_url}
          id={event.space_id}
          mark={event.space.emoji}
          ratio={event.cover_image_url ? RATIOS.standard : DRAWN_RATIO}
          priority
        />
      </div>
      <header className="flex items-start gap-4">
        <DateTile moment={event.starts_at} off={event.is_cancelled} big />
        <div className="min-w-0 flex-1">
          <h1 className="text-24 leading-[1.875rem] font-semibold tracking-[-0.021em] text-balance">{event.name}</h1>
          <p className="text-text-2">
            <time dateTime={event.starts_at}>{words.when(event)}</time>, {t('time.yours')}
          </p>
          {elsewhere && (
            <p className="text-13 text-text-3">
              {t('time.there', { city: zoneCity(set.time_zone), zone: zoneName(set.time_zone, locale, event.starts_at), time: there })}
            </p>
          )}
          {event.is_cancelled && (
            <p className="mt-1 font-semibold text-danger">
              {t('event.cancelled')}
              {event.cancel_note && `: ${event.cancel_note}`}
            </p>
          )}
        </div>
      </header>
      <div className="mt-4 grid gap-4 rounded-card border border-border bg-surface p-4 wide:hidden">
        <Taking event={event} />
      </div>
      <div className="mt-4 grid gap-6 wide:hidden">
        <People event={event} />
      </div>
      {set.live_stream_recording_url && (
        <div className="mt-4">
          <Note tone="info" icon="video" title={t('recording.there')}>
            <LinkButton size="sm" to={set.live_stream_recording_url} target="_blank" rel="noreferrer" icon="play">
              {t('recording.watch')}
            </LinkButton>
          </Note>
        </div>
      )}
      {event.tiptap_body && (
        <div className="mt-6">
          <RichText doc={event.tiptap_body.body} />
        </div>
      )}
      {event.recurring_setting_attributes && <OtherDates event={event} />}
      {event.status === 'published' && (
        <>
          <div className="mt-6 border-y border-border py-1">
            <Slot
              of={content.slots['record.actions']}
              props={{
                kind: 'event',
                likeableType: 'Event',
                id: event.id,
                path: event.url,
                liked: event.is_liked,
                likes: event.likes_count,
                likesEnabled: event.is_liking_enabled,
                comments: event.comments_count,
                bookmarkId: event.bookmark_id,
                following: event.is_following,
                reactions: event.reactions,
                sampleLikers: event.first_liked_by,
                words: true,
              }}
            />
          </div>
          <Slot
            of={content.slots['record.comments']}
            props={{
              kind: 'event',
              id: event.id,
              count: event.comments_count,
              enabled: event.is_comments_enabled && !event.is_comments_closed,
              sort: event.space.default_comment_sort,
            }}
          />
        </>
      )}
    </article>
  )
}

/** One's answer, how full it is, and where it takes place. */
function Taking({ event }: { event: EventReply }) {
  const t = useT()
  const words = useWords()
  const set = event.event_setting_attributes
  const going = event.rsvp_status === 'yes'
  const edit = event.policies.can_update_post ? `/c/${event.space.slug}/events/${event.slug}/edit?date=${event.occurrence_id}` : null
  const when = set.reminders.length > 0 && going && !isOver(event) && (set.send_in_app_notification_reminder || set.send_email_reminder)
  return (
    <>
      {(event.event_attendees.count > 0 || set.rsvp_limit !== null) && !set.rsvp_disabled && (
        <div>
          <p className="text-13 text-text-2">{words.places(event)}</p>
          {set.rsvp_limit !== null && (
            <div className="mt-2">
              <Progress thin value={Math.min(100, Math.round((set.rsvp_count / set.rsvp_limit) * 100))} label={words.places(event)} />
            </div>
          )}
          {set.waiting_count > 0 && <p className="mt-1 text-12 text-text-3">{t('card.waiting', { count: set.waiting_count })}</p>}
        </div>
      )}
      {event.needs_ticket && event.status === 'published' && !isOver(event) && !event.is_cancelled && (
        <Slot of={contract.slots['event.ticket']} props={{ eventId: event.id, occurrenceId: event.occurrence_id, edit }} />
      )}
      <Rsvp event={event} />
      <div className="grid gap-2 text-13 text-text-2">
        <p className="flex items-start gap-2">
          <Icon name={PLACE_ICONS[set.location_type]} size="sm" className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere">
            {set.in_person_location ? (
              <a className="text-link hover:underline" target="_blank" rel="noreferrer" href={mapOf(set.in_person_location)}>
                {set.in_person_location}
              </a>
            ) : set.virtual_location_url ? (
              <a className="text-link hover:underline" target="_blank" rel="noreferrer" href={set.virtual_location_url}>
                {t('place.join')}
              </a>
            ) : (
              words.place(event)
            )}
            {set.hide_location_from_non_attendees && going && <span className="block text-12 text-text-3">{t('place.shown')}</span>}
          </span>
        </p>
        {(set.location_type === 'live_room' || set.location_type === 'live_stream') && (
          <Slot of={contract.slots['event.liveRoom']} props={{ eventId: event.id, occurrenceId: event.occurrence_id }} />
        )}
        {event.recurring_setting_attributes && (
          <p className="flex items-center gap-2">
            <Icon name="refresh-cw" size="sm" />
            {event.recurring_setting_attributes.text}
          </p>
        )}
        {when && (
          <p className="flex items-center gap-2">
            <Icon name="bell-ring" size="sm" />
            {t('event.reminds', { times: set.reminders.map((minutes) => reminderText(t, minutes)).join(', ') })}
          </p>
        )}
      </div>
      {!isOver(event) && !event.is_cancelled && <AddToCalendar event={event} />}
      {event.check_in_code && !isOver(event) && set.location_type === 'in_person' && <Ticket event={event} />}
    </>
  )
}

function Aside({ event }: { event: EventReply }) {
  const t = useT()
  return (
    <>
      <section className="grid gap-4 rounded-card border border-border bg-surface p-4" aria-label={t('event.taking')}>
        <Taking event={event} />
      </section>
      <People event={event} />
    </>
  )
}

/** Who runs it, and who comes. */
function People({ event }: { event: EventReply }) {
  const t = useT()
  const { member } = useSession()
  const set = event.event_setting_attributes
  const hosts = event.hide_meta_info ? [] : [...(event.author ? [event.author] : []), ...event.cohosts]
  const { records, count } = event.event_attendees
  const attendees = `/c/${event.space.slug}/events/${event.slug}/attendees?date=${event.occurrence_id}`
  return (
    <>
      {(hosts.length > 0 || set.host) && (
        <section>
          <h2 className="mb-2.5 text-13 font-semibold">{t('event.hosts')}</h2>
          <ul className="grid gap-2.5">
            {set.host && <li className="text-13 font-medium">{set.host}</li>}
            {hosts.map((person) => (
              <li key={person.id} className="flex items-center gap-3">
                <Avatar name={person.name} id={person.id} src={person.avatar_url} size={36} />
                <span className="min-w-0">
                  <Link to={`/u/${person.public_uid}`} className="block truncate text-13 font-semibold hover:underline">
                    {person.name}
                  </Link>
                  {person.headline && <span className="block truncate text-12 text-text-3">{person.headline}</span>}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {records.length > 0 && (event.policies.can_view_attendees || !member) && (
        <section>
          <h2 className="mb-2.5 flex items-center justify-between text-13 font-semibold">
            {t('event.going')}
            {member && (
              <Link to={attendees} className="font-normal text-link hover:underline">
                {t('event.all_going', { count })}
              </Link>
            )}
          </h2>
          <ul className="flex flex-wrap gap-2">
            {records.map((person) => (
              <li key={person.id}>
                <Link to={`/u/${person.public_uid}`} aria-label={person.name}>
                  <Avatar name={person.name} id={person.id} src={person.avatar_url} size={36} />
                </Link>
              </li>
            ))}
            {count > records.length && (
              <li className="self-center">
                <Badge>+{count - records.length}</Badge>
              </li>
            )}
          </ul>
        </section>
      )}
    </>
  )
}
