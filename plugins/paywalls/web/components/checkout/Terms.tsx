/** Who sells, what holds, and how money comes back: below the button that pays. */
import { useRead, useT } from '@atrium/sdk/web'
import community from '../../../../community/contract.ts'
import type { Prepared } from './draft.ts'

export function Terms({ seller, taxed }: { seller: Prepared['seller']; taxed: boolean }) {
  const t = useT()
  const { data } = useRead(community.routes.legalTexts)
  const kinds = (data?.kinds ?? []).filter((kind) => kind !== 'code_of_conduct')
  return (
    <footer className="grid gap-1.5 border-t border-border pt-4 text-12 text-text-3">
      <p>
        {t('order.seller', { name: seller.name })}
        {seller.address && `, ${seller.address.split('\n').join(', ')}`}
        {seller.tax_id && ` · ${t('receipt.taxId', { id: seller.tax_id })}`}
      </p>
      {taxed && <p>{t('order.tax')}</p>}
      {seller.refund_terms && (
        <p>
          <b className="font-medium text-text-2">{t('order.refunds')}</b> {seller.refund_terms}
        </p>
      )}
      {kinds.length > 0 && (
        <p className="flex flex-wrap gap-x-3">
          {kinds.map((kind) => (
            <a key={kind} href={`/legal/${kind}`} target="_blank" rel="noopener" className="inline-flex min-h-6 items-center text-link underline">
              {t(`order.legal.${kind}`)}
            </a>
          ))}
        </p>
      )}
    </footer>
  )
}
