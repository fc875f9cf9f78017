/** What is sold together: other paywalls that this one holds, and one extra offered at its checkout. */
import { Card, Checkbox, Field, Input, Query, Select, Skeleton, useRead, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import type { Draft } from './draft.ts'

type Value = Pick<Draft, 'contains' | 'bump_price_id' | 'bump_text'>
interface TogetherProps {
  /** Null while it is new. */
  id: number | null
  value: Value
  at: (key: string) => string | undefined
  onChange: (next: Partial<Value>) => void
}

export function Together({ id, value, at, onChange }: TogetherProps) {
  const t = useT()
  const query = useRead(contract.routes.list, { query: { per_page: 100 } })
  return (
    <Card pad className="grid gap-4">
      <div>
        <h2 className="text-17">{t('together.title')}</h2>
        <p className="text-13 text-text-2">{t('together.text')}</p>
      </div>
      <Query query={query} skeleton={<Skeleton w="100%" h={120} />}>
        {({ records }) => {
          const others = records.filter((one) => one.id !== id)
          // one level: a bundle goes into no bundle
          const single = others.filter(({ contains }) => contains.length === 0)
          const extras = others.flatMap((one) =>
            one.prices
              .filter((price) => price.status === 'active' && price.price_type === 'onetime' && !price.is_custom_amount && price.seats_min === null)
              .map((price) => ({ value: String(price.id), label: `${one.name}, ${price.name ? `${price.name}, ` : ''}${price.display_name}` })),
          )
          if (others.length === 0) return <p className="text-text-2">{t('together.none')}</p>
          return (
            <>
              <fieldset className="grid gap-2">
                <legend className="mb-1 font-medium">{t('together.contains')}</legend>
                {at('contains') && <p className="text-13 text-danger">{at('contains')}</p>}
                {single.map((one) => (
                  <Checkbox
                    key={one.id}
                    label={one.name}
                    checked={value.contains.includes(one.id)}
                    onChange={(on) => onChange({ contains: on ? [...value.contains, one.id] : value.contains.filter((item) => item !== one.id) })}
                  />
                ))}
              </fieldset>
              <Field label={t('together.bump')} help={t('together.bumpHelp')} error={at('bump_price_id')}>
                <Select
                  value={String(value.bump_price_id ?? '')}
                  onChange={(event) => onChange({ bump_price_id: Number(event.target.value) || null })}
                  options={[{ value: '', label: t('together.noBump') }, ...extras]}
                />
              </Field>
              {value.bump_price_id !== null && (
                <Field label={t('together.bumpText')} error={at('bump_text')}>
                  <Input value={value.bump_text} maxLength={200} onChange={(event) => onChange({ bump_text: event.target.value })} />
                </Field>
              )}
            </>
          )
        }}
      </Query>
    </Card>
  )
}
