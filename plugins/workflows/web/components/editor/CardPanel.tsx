/** Settings of one card. */
import { Note, useT } from '@atrium/sdk/web'
import type { Action, ActionOffer } from '../../../contract.ts'
import { AskField } from '../fields/AskField.tsx'
import { isLogic } from '../flow/words.ts'
import { LogicFields } from './LogicFields.tsx'
import { TextPreview } from './TextPreview.tsx'
import { useEditing } from './useEditing.ts'
import { WebhookTest } from './WebhookTest.tsx'

export interface CardPanelProps {
  card: Action
  onChange: (card: Action) => void
}
export function CardPanel({ card, onChange }: CardPanelProps) {
  const t = useT()
  const { kit } = useEditing()
  const offer = kit.offerOf(card.action_type)
  const params = card.api_params
  const set = (change: Record<string, unknown>) => onChange({ ...card, api_params: { ...params, ...change } })
  if (isLogic(card.action_type)) return <LogicFields type={card.action_type} params={params} onChange={set} />
  if (!offer) return <Note tone="danger">{t('card.missing_text')}</Note>
  return (
    <>
      {offer.text && <p className="text-13 text-text-2">{offer.text}</p>}
      {offer.asks.map((ask) => (
        <AskField key={ask.name} ask={ask} value={params[ask.name]} onChange={(value) => set({ [ask.name]: value })} />
      ))}
      {isWebhook(offer) && <WebhookTest url={String(params[addressOf(offer)!] ?? '')} />}
      <TextPreview offer={offer} params={params} />
    </>
  )
}
const addressOf = ({ asks }: ActionOffer) => asks.find(({ kind }) => kind === 'address')?.name
/** What calls an address of others can be tried. */
const isWebhook = (offer: ActionOffer) => offer.effect === 'outside' && addressOf(offer) !== undefined
