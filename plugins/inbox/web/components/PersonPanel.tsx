/** Who asks: what is known of them, what they looked at, what they asked before. */
import { Avatar, Badge, Icon, Link, Query, Skeleton, SkeletonText, Slot, Time, useLocale, useRead, useT } from '@atrium/sdk/web'
import { isZone, zoneCity } from '@atrium/sdk'
import type { ReactNode } from 'react'
import contract, { type Chat } from '../../contract.ts'
import { wayOf } from './Channel.tsx'
import { chatPath } from './places.ts'
import { Tags } from './Tags.tsx'
import { useMinute } from './useMinute.ts'

const { routes } = contract

const Part = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="border-t px-4 py-3.5 first:border-t-0" aria-label={title}>
    {title && <h3 className="mb-1.5 text-13 font-semibold">{title}</h3>}
    {children}
  </section>
)
const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-3">
    <dt className="flex-none text-text-3">{name}</dt>
    <dd className="min-w-0 text-end font-medium wrap-anywhere">{children}</dd>
  </div>
)

/** What o'clock it is where they are. */
function Clock({ zone }: { zone: string }) {
  const t = useT()
  const locale = useLocale()
  const now = useMinute()
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone }).format(now)
  return t('person.there', { city: zoneCity(zone), time })
}

function Head({ chat, zone }: { chat: Chat; zone: string | null }) {
  const t = useT()
  const { person } = chat
  return (
    <div className="flex items-center gap-3">
      <Avatar id={person.id} name={person.name} src={person.avatar_url} size={48} presence={person.is_online ? 'online' : undefined} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-15 font-semibold">{person.name}</h2>
        <p className="truncate text-text-3">{zone && isZone(zone) ? <Clock zone={zone} /> : t(person.member_id ? 'person.member' : 'person.visitor')}</p>
      </div>
      {person.public_uid && (
        <Link
          to={`/u/${person.public_uid}`}
          aria-label={t('person.profile')}
          title={t('person.profile')}
          className="grid size-8 flex-none place-items-center rounded-control hover:bg-hover max-desk:size-11"
        >
          <Icon name="external-link" />
        </Link>
      )}
    </div>
  )
}

/** What a language is called in another; undefined for what is none, as browsers name theirs themselves. */
function languageOf(locale: string, own: string): string | undefined {
  return /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(locale) ? new Intl.DisplayNames(own, { type: 'language', fallback: 'none' }).of(locale) : undefined
}
/** What is known of the conversation itself. */
function About({ chat, since, locale }: { chat: Chat; since: string; locale: string | null }) {
  const t = useT()
  const own = useLocale()
  const { person, ticket_type, area, priority, rating, rating_note } = chat
  const language = locale && languageOf(locale, own)
  return (
    <dl className="mt-3.5 grid gap-1.5">
      {person.email && (
        <Fact name={t('person.email')}>
          {person.email} {person.is_verified && <Icon name="badge-check" size="sm" label={t('person.verified')} className="inline text-success" />}
        </Fact>
      )}
      <Fact name={t(person.member_id ? 'person.member_since' : 'person.since')}>
        <Time value={since} kind="date" />
      </Fact>
      {language && <Fact name={t('person.language')}>{language}</Fact>}
      <Fact name={t('way')}>{t(`way.${wayOf(chat)}`)}</Fact>
      {ticket_type && <Fact name={t('ticket')}>{t(`ticket.${ticket_type}`)}</Fact>}
      {area && <Fact name={t('area')}>{t(`area.${area}`)}</Fact>}
      {priority && <Fact name={t('priority')}>{t(`priority.${priority}`)}</Fact>}
      {rating !== null && <Fact name={t('person.rating')}>{t('person.rating_of', { rating })}</Fact>}
      {rating_note && <Fact name={t('person.rating_note')}>{rating_note}</Fact>}
    </dl>
  )
}

const LIST = 'grid gap-1.5'
const ROW = 'flex justify-between gap-3 [&_a]:min-w-0 [&_a]:truncate [&_a:hover]:text-link [&_time]:flex-none [&_time]:text-12 [&_time]:text-text-3'

export function PersonPanel({ chat }: { chat: Chat }) {
  const t = useT()
  const query = useRead(routes.panel, { params: { id: chat.id } })
  const { member_id: memberId, email } = chat.person
  return (
    <div className="text-13">
      <Query query={query} skeleton={<Rest />}>
        {({ since, locale, timezone, pages, earlier }) => (
          <>
            <Part>
              <Head chat={chat} zone={timezone} />
              <About chat={chat} since={since} locale={locale} />
            </Part>
            <Slot of={contract.slots['inbox.person']} props={{ memberId, email }} />
            {pages.length > 0 && (
              <Part title={t('person.pages')}>
                <ul className={LIST}>
                  {pages.map(({ title, path, at }) => (
                    <li key={`${path} ${at}`} className={ROW}>
                      {path.startsWith('/') ? <Link to={path}>{title || path}</Link> : <span className="min-w-0 truncate">{title || path}</span>}
                      <Time value={at} kind="short" />
                    </li>
                  ))}
                </ul>
              </Part>
            )}
            {earlier.length > 0 && (
              <Part title={t('person.earlier')}>
                <ul className={LIST}>
                  {earlier.map(({ id, subject, status, created_at }) => (
                    <li key={id} className={ROW}>
                      <Link to={chatPath(id)}>{subject || t('person.untitled')}</Link>
                      {status === 'open' ? <Badge>{t('status.open')}</Badge> : <Time value={created_at} kind="short" />}
                    </li>
                  ))}
                </ul>
              </Part>
            )}
          </>
        )}
      </Query>
      <Part title={t('tags.title')}>
        <Tags chat={chat} />
      </Part>
    </div>
  )
}

const Rest = () => (
  <div className="grid gap-4 p-4">
    <Skeleton w={48} h={48} round />
    <SkeletonText lines={5} />
  </div>
)
