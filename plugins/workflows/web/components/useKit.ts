/** What workflows are put together of: events and cards, as plugins that are on bring them. */
import { useRead } from '@atrium/sdk/web'
import contract, { type ActionOffer, type TriggerOffer } from '../../contract.ts'

const { routes } = contract
/** They change only when a plugin is switched. */
const KEPT = { staleTime: 300_000 }

export interface Kit {
  triggers: readonly TriggerOffer[]
  offers: readonly ActionOffer[]
  triggerOf: (type: string | null) => TriggerOffer | undefined
  offerOf: (type: string) => ActionOffer | undefined
}
export function useKit(): { kit: Kit | null; error: unknown; retry: () => void } {
  const events = useRead(routes.triggers, undefined, KEPT)
  const cards = useRead(routes.actionTypes, undefined, KEPT)
  const retry = () => {
    void events.refetch()
    void cards.refetch()
  }
  if (!events.data || !cards.data) return { kit: null, error: events.error ?? cards.error, retry }
  const triggers = events.data.records
  const offers = cards.data.records
  const kit: Kit = {
    triggers,
    offers,
    triggerOf: (type) => triggers.find(({ trigger_type }) => trigger_type === type),
    offerOf: (type) => offers.find(({ action_type }) => action_type === type),
  }
  return { kit, error: null, retry }
}
