/** The buyer is back from the provider: asks how it went, and leads inside as soon as the door is open. */
import { Button, Card, EmptyState, Icon, LinkButton, loadAnew, Picture, RATIOS, Spinner, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract from '../../../contract.ts'
import { keyOf } from './key.ts'
import { TicketDate } from './TicketDate.tsx'
import { ToPay } from '../ToPay.tsx'

const { routes } = contract

export function Back({ sessionId, name, ticket }: { sessionId: string; name: string; ticket: boolean }) {
  const t = useT()
  const ask = useWrite(routes.complete)
  const { mutate } = ask
  useEffect(() => mutate({ body: { session_id: sessionId, key: keyOf(sessionId) } }), [sessionId])
  const { data, error } = useRead(
    routes.session,
    { params: { id: sessionId }, query: { key: keyOf(sessionId) } },
    // money by other ways takes days
    { refetchInterval: (session) => (session?.invoice ? 15_000 : 1_000) },
  )
  if (error?.status === 404)
    return (
      <EmptyState
        icon="store"
        title={t('back.elsewhere')}
        text={t('back.elsewhereText')}
        action={<LinkButton to="/user/sign_in">{t('back.signIn')}</LinkButton>}
      />
    )
  const status = data?.status
  // what is given to others is shown to them
  const held = data && !data.gift && !data.seats ? data.event : null
  return (
    <div className="mx-auto max-w-[504px] px-3 pt-4 pb-10 desk:pt-8">
      <Card pad>
        <div className="grid justify-items-center gap-3 py-6 text-center" aria-live="polite">
          {status === 'fulfilled' ? (
            <>
              {held?.cover_url && <Picture src={held.cover_url} ratio={RATIOS.standard} alt="" className="w-full rounded-card object-cover" />}
              <span className="grid size-12 place-items-center rounded-full bg-success-soft text-success">
                <Icon name="check" />
              </span>
              <h1 className="text-24">
                {data!.gift
                  ? t(data!.amount === 0 ? 'back.gift' : 'back.given', { name })
                  : data!.seats
                    ? t('back.seats', { count: data!.seats })
                    : t(ticket ? 'back.ticket' : 'back.done', { name })}
              </h1>
              <p className="max-w-[44ch] whitespace-pre-line text-text-2">
                {data!.gift
                  ? t(data!.amount === 0 ? 'back.giftText' : data!.gift.send_on ? 'back.givenLater' : 'back.givenText', { email: data!.gift.email })
                  : data!.seats
                    ? t('back.seatsText')
                    : data!.thank_you || t(data!.amount === 0 ? 'back.freeText' : ticket ? 'back.ticketText' : 'back.doneText')}
              </p>
              {held && <TicketDate event={held} className="text-start" />}
              {held?.check_in_code && <p className="rounded-control bg-surface-2 px-3 py-2 font-medium">{t('back.code', { code: held.check_in_code })}</p>}
              {/* who has become a member just now needs a page that knows it */}
              <div className="flex flex-wrap justify-center gap-2">
                <Button variant="primary" size="lg" onClick={() => loadAnew(held?.url ?? data!.begins ?? data!.to)}>
                  {t(data!.gift ? 'back.toGift' : data!.seats ? 'back.toSeats' : ticket ? 'back.toEvent' : data!.begins ? 'back.start' : 'back.enter')}
                </Button>
                {held && (
                  <Button size="lg" icon="calendar-plus" onClick={() => location.assign(held.ics_url)}>
                    {t('back.calendar')}
                  </Button>
                )}
                {(data!.gift || data!.seats) && (
                  <Button size="lg" onClick={() => loadAnew('/')}>
                    {t('checkout.home')}
                  </Button>
                )}
              </div>
            </>
          ) : status === 'expired' || status === 'cancelled' ? (
            <>
              <h1 className="text-24">{t('back.over')}</h1>
              <p className="text-text-2">{t('back.overText')}</p>
              <Button onClick={() => loadAnew(location.pathname)}>{t('back.again')}</Button>
            </>
          ) : data?.invoice ? (
            <>
              <h1 className="text-24">{t('back.ordered')}</h1>
              <p className="max-w-[44ch] text-text-2">{t('back.orderedText', { name: name || data.invoice.name })}</p>
              <div className="w-full">
                <ToPay invoice={data.invoice} how={data.invoice.how} />
              </div>
            </>
          ) : (
            <>
              <Spinner className="size-6" />
              <h1 className="text-20">{t('back.waiting')}</h1>
              <p className="max-w-[44ch] text-text-2">{t('back.waitingText')}</p>
            </>
          )}
        </div>
      </Card>
    </div>
  )
}
