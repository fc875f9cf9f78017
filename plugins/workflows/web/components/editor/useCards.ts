/** What is done with the cards of a draft. */
import { toast, useT } from '@atrium/sdk/web'
import type { Action, ActionOffer } from '../../../contract.ts'
import { duplicate, insert, move, type Place, remove, shift } from '../flow/tree.ts'
import { branchesOf } from '../flow/words.ts'
import type { Kit } from '../useKit.ts'
import { newCard, newId } from './draft.ts'

export interface Cards {
  add: (offer: ActionOffer, place: Place) => void
  moveTo: (id: string, place: Place) => void
  shift: (id: string, by: -1 | 1) => void
  canShift: (id: string, by: -1 | 1) => boolean
  duplicate: (id: string) => void
  remove: (id: string) => void
}
export interface CardsOptions {
  kit: Kit
  actions: readonly Action[]
  /** Takes the new cards; `chosen` is the one that is looked at then. */
  put: (actions: Action[], chosen?: string | null) => void
}
export function useCards({ kit, actions, put }: CardsOptions): Cards {
  const t = useT()
  const forks = ({ action_type }: Action) => branchesOf(kit, action_type)
  const shifted = (id: string, by: -1 | 1) => (actions.some((one) => one.id === id) ? shift(actions, id, by, forks) : null)
  return {
    add(offer, place) {
      const card = newCard(offer)
      put(insert(actions, place, card), card.id)
    },
    moveTo: (id, place) => put(move(actions, id, place)),
    shift(id, by) {
      const next = shifted(id, by)
      if (next) put(next)
    },
    canShift: (id, by) => shifted(id, by) !== null,
    duplicate(id) {
      const copied = duplicate(actions, id, newId)
      put(copied.actions, copied.id)
    },
    remove(id) {
      const next = remove(actions, id)
      if (next.length === actions.length) return
      put(next, null)
      toast.undo(t('card.removed', { count: actions.length - next.length }), { onUndo: () => put([...actions], id) })
    },
  }
}
