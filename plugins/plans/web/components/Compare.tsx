/** Features by plan, all of them or only those in which plans differ. */
import { Card, CardHead, Icon, Segment } from '@atrium/sdk/web'
import { useState } from 'react'
import type { Plan } from '../../contract.ts'
import { useFeatures, usePlanWords } from './words.ts'

export function Compare({ plans }: { plans: Plan[] }) {
  const { t } = usePlanWords()
  const features = useFeatures()
  const differing = features.filter(({ tiers }) => plans.some(({ tier }) => !tiers.includes(tier)))
  const [shown, setShown] = useState<'all' | 'differing'>(differing.length ? 'differing' : 'all')
  const rows = shown === 'all' ? features : differing
  if (plans.length < 2) return null
  return (
    <Card as="section" aria-label={t('compare.title')}>
      <CardHead
        title={t('compare.title')}
        text={t('compare.text', { count: rows.length, of: features.length })}
        action={
          differing.length > 0 && (
            <Segment
              label={t('compare.which')}
              value={shown}
              onChange={setShown}
              items={[
                { value: 'all', label: t('compare.all') },
                { value: 'differing', label: t('compare.differing') },
              ]}
            />
          )
        }
      />
      <table className="w-full text-13">
        <thead>
          <tr className="border-b text-text-2">
            <th scope="col" className="px-5 py-2.5 text-start font-medium">
              {t('compare.feature')}
            </th>
            {plans.map(({ id, tier }) => (
              <th key={id} scope="col" className="w-[18%] px-2 py-2.5 text-center font-medium max-desk:text-12">
                {t(`tier.${tier}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map((feature) => (
            <tr key={feature.id}>
              <th scope="row" className="px-5 py-2 text-start font-normal">
                {feature.title}
              </th>
              {plans.map(({ id, tier }) => (
                <td key={id} className="px-2 py-2 text-center">
                  {feature.tiers.includes(tier) ? (
                    <Icon name="check" size="sm" className="inline text-success" label={t('compare.has')} />
                  ) : (
                    <span aria-label={t('compare.lacks')} role="img" className="text-text-3">
                      –
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
