/** Texts of a card with their variables filled in for somebody. */
import { Failure, Field, Skeleton, useRead, useSettled, useT } from '@atrium/sdk/web'
import contract, { type ActionOffer } from '../../../contract.ts'
import { PersonField } from '../fields/PersonField.tsx'
import { Section } from './TriggerPanel.tsx'
import { useEditing } from './useEditing.ts'

export function TextPreview({ offer, params }: { offer: ActionOffer; params: Record<string, unknown> }) {
  const t = useT()
  const { person, setPerson, triggerType } = useEditing()
  const asks = offer.asks.filter(({ has_variables, name }) => has_variables && typeof params[name] === 'string' && params[name] !== '')
  const texts = Object.fromEntries(asks.map(({ name }) => [name, String(params[name])]))
  const settled = useSettled(JSON.stringify(texts))
  const query = useRead(
    contract.routes.interpolatedPreview,
    { body: { texts: JSON.parse(settled), community_member_id: person ? Number(person.value) : undefined, trigger_type: triggerType, payload: {} } },
    { enabled: settled !== '{}', keepPrevious: true },
  )
  if (asks.length === 0) return null
  return (
    <Section title={t('preview.title')}>
      <Field label={t('preview.person')} hideLabel>
        <PersonField label={t('preview.person')} placeholder={t('preview.you')} value={person} onChange={setPerson} />
      </Field>
      {query.isError ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeleton w="100%" h={72} />
      ) : (
        <>
          <div className="grid gap-2 rounded-card bg-surface-2 p-3 shadow-[inset_0_0_0_1px_var(--border)]">
            {asks.map(({ name }, at) => (
              <p key={name} className={at === 0 && asks.length > 1 ? 'font-medium' : 'whitespace-pre-line text-text-2'}>
                {query.data.texts[name]}
              </p>
            ))}
          </div>
          {query.data.unknown.length > 0 && (
            <p role="alert" className="text-13 text-danger">
              {t('preview.unknown', { names: query.data.unknown.join(', ') })}
            </p>
          )}
        </>
      )}
    </Section>
  )
}
