/** The checkout: what one gets, what it costs, who one is, and the way to the page where it is paid. */
import {
  AvatarStack,
  Badge,
  Button,
  Card,
  EmptyState,
  Icon,
  LinkButton,
  Note,
  Picture,
  Query,
  RATIOS,
  Screen,
  Skeleton,
  Slot,
  useLocale,
  useParams,
  useRead,
  useSearch,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import type { RouteReply } from '@atrium/sdk'
import spaces from '../../../spaces/contract.ts'
import contract from '../../contract.ts'
import { Back } from '../components/checkout/Back.tsx'
import { wholeQuery } from '../components/checkout/key.ts'
import { TicketDate } from '../components/checkout/TicketDate.tsx'
import { Order } from '../components/checkout/Order.tsx'
import { useReturned } from '../components/checkout/useReturned.ts'
import { isTicket } from '../../contract/opens.ts'

const { routes } = contract
type Prepared = RouteReply<typeof routes.prepare>

/** A read that is a POST, as it counts who looked. @param isReady what this buyer holds themselves is free again */
function usePrepared(paywallId: number, search: URLSearchParams, isReady: boolean) {
  const write = useWrite(routes.prepare)
  const { mutate } = write
  const [coupon_code, invitation_token, back] = ['coupon_code', 'invitation', 'back'].map((name) => search.get(name))
  const [occurrence_id, price_id] = ['date', 'price'].map((name) => Number(search.get(name)) || null)
  const ask = () => mutate({ body: { paywall_id: paywallId, coupon_code, invitation_token, back, occurrence_id, price_id } })
  useEffect(() => {
    if (isReady) ask()
  }, [isReady])
  return { ...write, ask }
}

export default function Checkout() {
  const { paywall } = useParams<{ paywall: string }>()
  const asked = useSearch()
  return <Page key={paywall} id={Number(paywall)} asked={asked} />
}

function Page({ id, asked }: { id: number; asked: URLSearchParams }) {
  const t = useT()
  // as it was when the page was opened: leaving for the provider writes the checkout into the address
  const [search] = useState(() => wholeQuery(asked))
  const sessionId = search.get('session')
  const { isReady, session: begun, isDone } = useReturned(sessionId, search.has('paid'))
  const session = begun?.paywall_id === id ? begun : null
  const prepared = usePrepared(id, search, isReady)
  const data = prepared.data
  // who has it may give it to somebody else
  const [giving, setGiving] = useState(false)
  return (
    <Screen name="paywalls/Checkout" title={data?.paywall.name ?? t('checkout.title')} layout="focus">
      {prepared.error?.status === 404 ? (
        <EmptyState icon="store" title={t('checkout.gone')} text={t('checkout.goneText')} action={<LinkButton to="/">{t('checkout.home')}</LinkButton>} />
      ) : isDone && sessionId ? (
        <Back sessionId={sessionId} name={data?.paywall.name ?? ''} ticket={data !== undefined && isTicket(data.paywall)} />
      ) : (
        <Query
          query={{ data, error: prepared.error, isPending: !data && !prepared.error, fetchStatus: 'idle', refetch: (async () => prepared.ask()) as never }}
          skeleton={<Waiting />}
        >
          {(shown) => {
            const isGiving = shown.closed === 'held' && (giving || session?.gift != null)
            return (
              <div className={PAGE}>
                <Head card={shown.paywall} event={shown.event} />
                {/* on a phone between the two: what is sold in short, the order, and all the rest */}
                <div className={ORDER}>
                  {shown.closed && !isGiving ? (
                    <Closed prepared={shown} onGive={() => setGiving(true)} />
                  ) : (
                    <Order prepared={shown} giving={isGiving} session={session} search={search} />
                  )}
                </div>
                <What card={shown.paywall} event={shown.event} held={shown.held} />
              </div>
            )
          }}
        </Query>
      )}
    </Screen>
  )
}

const PAGE = 'mx-auto grid max-w-[1080px] gap-x-10 gap-y-6 px-3 pt-4 pb-10 desk:grid-cols-[minmax(0,1fr)_400px] desk:grid-rows-[auto_1fr] desk:px-8 desk:pt-8'
const ORDER = 'desk:sticky desk:top-6 desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:self-start'
/** The places of all that comes, about as high as most are. */
const Waiting = () => (
  <div className={PAGE}>
    <div className="grid gap-3">
      <Skeleton w={110} h={20} />
      <Skeleton w="80%" h={40} />
      <Skeleton w="60%" h={24} />
    </div>
    <Card pad className={ORDER}>
      <Skeleton w="100%" h={640} />
    </Card>
    <Skeleton w="100%" h={400} />
  </div>
)

/** Spaces that tell what they hold, of a pass that opens many. */
const MAX_TOLD = 3
/** What a space tells of itself to those outside: what it holds, as the lessons of a course, and who runs it. */
function Inside({ spaceId }: { spaceId: number }) {
  const { data } = useRead(spaces.routes.show, { params: { id: spaceId } })
  return (
    data && (
      <div>
        {data.outside && <Slot of={spaces.slots['space.told']} props={{ outside: data.outside }} />}
        {data.types.map((type) => (
          <Slot key={type} of={spaces.slots['space.outside.*']} part={type} props={{ spaceId }} />
        ))}
      </div>
    )
  )
}
/** A few of those who are in the one space that is sold, where they are public. */
function Faces({ spaceId }: { spaceId: number }) {
  const { data } = useRead(spaces.routes.show, { params: { id: spaceId } })
  return data?.outside && data.outside.faces.length > 0 ? <AvatarStack people={data.outside.faces} size={24} /> : <Icon name="users" size="sm" />
}

const ICONS = { space: 'hash', space_group: 'folder', access_group: 'key-round', event: 'ticket' } as const

function Head({ card, event }: { card: Prepared['paywall']; event: Prepared['event'] }) {
  const t = useT()
  const [only, ...others] = card.opens
  return (
    <header>
      {event ? <Badge icon="ticket">{t('checkout.ticket')}</Badge> : <Badge icon="lock">{t('checkout.paid')}</Badge>}
      <h1 className="mt-3 text-32 text-balance">{card.name}</h1>
      {card.description && <p className="mt-2 max-w-[60ch] text-17 whitespace-pre-line text-text-2">{card.description}</p>}
      {event && <TicketDate event={event} className="mt-2" />}
      {event && event.going_count !== null && event.going_count > 0 && (
        <p className="mt-2 flex items-center gap-1.5 text-13 text-text-2">
          {event.faces.length > 0 ? <AvatarStack people={event.faces} size={24} /> : <Icon name="users" size="sm" />}
          {t('checkout.going', { count: event.going_count })}
        </p>
      )}
      {!event && card.members_count > 0 && (
        <p className="mt-2 flex min-h-6 items-center gap-1.5 text-13 text-text-2">
          {only?.kind === 'space' && others.length === 0 ? <Faces spaceId={only.id} /> : <Icon name="users" size="sm" />}
          {t('checkout.members', { count: card.members_count })}
        </p>
      )}
    </header>
  )
}

function What({ card, event, held }: { card: Prepared['paywall']; event: Prepared['event']; held: string[] }) {
  const t = useT()
  const locale = useLocale()
  const cover = card.cover_url ?? event?.cover_url
  return (
    <article className="grid content-start gap-4">
      {cover && <Picture src={cover} ratio={RATIOS.paywallCover} alt="" priority className="w-full rounded-card" />}
      {card.contains.length > 0 && (
        <section>
          <h2 className="mb-2 text-17">{t('checkout.contains')}</h2>
          <ul className="flex flex-wrap gap-2">
            {card.contains.map(({ id, name }) => (
              <li key={id}>
                <Badge icon="package">{name}</Badge>
              </li>
            ))}
          </ul>
          {held.length > 0 && <Note className="mt-3">{t('checkout.held', { names: new Intl.ListFormat(locale).format(held), count: held.length })}</Note>}
        </section>
      )}
      {/* what is called as the whole is told below */}
      {card.opens.some(({ name }) => name !== card.name) && (
        <section>
          <h2 className="mb-2 text-17">{t('checkout.inside')}</h2>
          <Card as="ul" className="divide-y divide-border">
            {card.opens.map(({ kind, id, name, emoji }) => (
              <li key={`${kind}${id}`} className="flex items-center gap-3 px-4 py-3">
                <span className="w-6 text-center" aria-hidden="true">
                  {emoji || <Icon name={ICONS[kind]} size="sm" />}
                </span>
                <span className="font-medium wrap-anywhere">{name}</span>
              </li>
            ))}
          </Card>
        </section>
      )}
      {card.opens
        .filter(({ kind }) => kind === 'space')
        .slice(0, MAX_TOLD)
        .map(({ id }) => (
          <Inside key={id} spaceId={id} />
        ))}
    </article>
  )
}

function Closed({ prepared, onGive }: { prepared: Prepared; onGive: () => void }) {
  const t = useT()
  const isHeld = prepared.closed === 'held'
  return (
    <Card pad>
      <Note tone={isHeld ? 'success' : 'neutral'} title={t(`checkout.closed.${prepared.closed}`)}>
        {t(`checkout.closed.${prepared.closed}Text`)}
      </Note>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton variant="primary" to={isHeld ? '/account/billing' : '/'}>
          {t(isHeld ? 'billing.title' : 'checkout.home')}
        </LinkButton>
        {isHeld && prepared.paywall.prices.some(({ is_giftable }) => is_giftable) && (
          <Button icon="gift" onClick={onGive}>
            {t('checkout.give')}
          </Button>
        )}
      </div>
    </Card>
  )
}
