/** By what the tax of a sale can be told: the country that the buyer says, that of the card, and what the register says of the tax id. */
import { useLocale, useT } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import type contract from '../../../contract.ts'

type Evidence = RouteReply<typeof contract.routes.charges>['records'][number]['evidence']

export function EvidenceLine({ evidence: { country, card_country: card, tax_id: taxId, tax_id_state: state } }: { evidence: Evidence }) {
  const t = useT()
  const names = new Intl.DisplayNames(useLocale(), { type: 'region', fallback: 'code' })
  const differs = country !== null && card !== null && country !== card
  if (country === null && card === null && taxId === null) return null
  return (
    <span className="grid text-12 text-text-3">
      {(country !== null || card !== null) && (
        <span>
          {country !== null && names.of(country)}
          {country !== null && card !== null && ' · '}
          {card !== null && <span className={differs ? 'font-medium text-warning' : undefined}>{t('evidence.card', { country: names.of(card) ?? card })}</span>}
        </span>
      )}
      {taxId !== null && (
        <span className="wrap-anywhere">
          {taxId}
          {state !== null && (
            <>
              {' · '}
              <span className={state === 'invalid' ? 'font-medium text-danger' : undefined}>{t(`evidence.${state}`)}</span>
            </>
          )}
        </span>
      )}
    </span>
  )
}
