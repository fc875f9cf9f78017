/** What a locked space costs, and the way to its checkout and back. */
import type { SlotPropsOf } from '@atrium/sdk'
import { Badge, Card, LinkButton, Picture, RATIOS, useRead, useT } from '@atrium/sdk/web'
import type spaces from '../../../spaces/contract.ts'
import contract from '../../contract.ts'

export default function LockedCard({ space }: SlotPropsOf<(typeof spaces)['slots']['space.locked']>) {
  const t = useT()
  const { data } = useRead(contract.routes.opening, { query: { kind: 'space', target_id: space.id } })
  return data?.records.map((card) => {
    const trial = card.prices.find(({ trial_days }) => trial_days > 0)
    return (
      <Card key={card.id} className="mb-4 overflow-hidden" data-paywall={card.id}>
        {card.cover_url && <Picture src={card.cover_url} ratio={RATIOS.paywallCover} alt="" className="max-h-64 w-full object-cover" />}
        <div className="grid gap-3 p-5">
          <div>
            <h2 className="text-20">{card.name}</h2>
            {card.description && <p className="mt-1 max-w-[60ch] text-text-2">{card.description}</p>}
          </div>
          <ul className="flex flex-wrap gap-2">
            {card.prices.map((price) => (
              <li key={price.id}>
                <Badge tone="line">{price.display_name}</Badge>
              </li>
            ))}
          </ul>
          {trial && <p className="text-13 text-text-2">{t('checkout.trial', { count: trial.trial_days })}</p>}
          <div>
            {card.is_full ? (
              <p className="font-medium">{t('checkout.full')}</p>
            ) : (
              <LinkButton variant="primary" size="lg" to={`${card.checkout_url}?back=${encodeURIComponent(`/c/${space.slug}`)}`}>
                {t('locked.join', { name: card.name })}
              </LinkButton>
            )}
          </div>
        </div>
      </Card>
    )
  })
}
