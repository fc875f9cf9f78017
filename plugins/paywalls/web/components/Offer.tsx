/** What a paywall offers where something is closed: its name, its prices, and the way to its checkout and back. */
import { Badge, Card, LinkButton, Picture, RATIOS, useLocale, useT } from '@atrium/sdk/web'
import type { PaywallCard } from '../../contract.ts'
import { buttonOf, checkoutOf, leastOf } from '../../contract/cheapest.ts'

interface OfferProps {
  card: PaywallCard
  /** Where the buyer goes afterwards. */
  back: string
  /** The date of an event that it is a ticket to. */
  occurrenceId?: number
  /** What the page is called already. */
  under?: string
  /** What is sold has its own cover above. */
  bare?: boolean
  /** Beside other things: no picture, and a button as wide as it is. */
  small?: boolean
}
export function Offer({ card, back, occurrenceId, under, bare = false, small = false }: OfferProps) {
  const t = useT()
  const locale = useLocale()
  const least = leastOf(card.prices)
  const to = checkoutOf(card, { back, ...(least && { price: least.id }), ...(occurrenceId !== undefined && { date: occurrenceId }) })
  const label = occurrenceId === undefined && least ? buttonOf(t, locale, least) : t('locked.ticket')
  const full = <p className="font-medium">{t('checkout.full')}</p>
  const prices = (
    <ul className="flex flex-wrap gap-2">
      {card.prices.map((price) => (
        <li key={price.id}>
          <Badge tone="line">
            {price.display_name}
            {price.trial_days > 0 && ` · ${t('checkout.trial', { count: price.trial_days })}`}
          </Badge>
        </li>
      ))}
    </ul>
  )
  if (small)
    return (
      <section className="grid gap-2" data-paywall={card.id} aria-label={card.name}>
        <p className="font-semibold wrap-anywhere">{card.name}</p>
        {prices}
        {card.is_full ? (
          full
        ) : (
          <LinkButton variant="primary" block icon={occurrenceId === undefined ? undefined : 'ticket'} to={to}>
            {label}
          </LinkButton>
        )}
      </section>
    )
  return (
    <Card className="mb-4 overflow-hidden" data-paywall={card.id}>
      {card.cover_url && !bare && <Picture src={card.cover_url} ratio={RATIOS.paywallCover} alt="" className="max-h-64 w-full object-cover" />}
      <div className="grid gap-3 p-5">
        <div>
          <h2 className={card.name === under ? 'sr-only' : 'text-20'}>{card.name}</h2>
          {card.description && <p className="mt-1 max-w-[60ch] text-text-2">{card.description}</p>}
        </div>
        {prices}
        <div>
          {card.is_full ? (
            full
          ) : (
            <LinkButton variant="primary" size="lg" to={to}>
              {label}
            </LinkButton>
          )}
        </div>
      </div>
    </Card>
  )
}
