/** Cards as a tree: the places between them, and what is done with them. */
import { type Action, type Branch, BRANCHES } from '../../../contract.ts'

/** Where a card may be put: into a branch of a card, or into the column itself, before the card that has this number there. */
export interface Place {
  parentId: string | null
  branch: Branch | null
  index: number
}
type Column = Omit<Place, 'index'>

export const cardsIn = <A extends Action>(actions: readonly A[], { parentId, branch }: Column): A[] =>
  actions.filter((one) => one.parent_id === parentId && one.branch === branch).toSorted((one, other) => one.position - other.position)

/** In the order in which they are read, each with how deep it lies. */
export function inOrder<A extends Action>(actions: readonly A[], column: Column = { parentId: null, branch: null }): A[] {
  return cardsIn(actions, column).flatMap((one) => [one, ...BRANCHES.flatMap((branch) => inOrder(actions, { parentId: one.id, branch }))])
}
/** A card with all in its branches. */
const family = (actions: readonly Action[], id: string): Set<string> =>
  new Set([id, ...actions.filter(({ parent_id }) => parent_id === id).flatMap((one) => [...family(actions, one.id)])])

/** Puts this list in place of what is in its column now. */
const withColumn = (actions: readonly Action[], { parentId, branch }: Column, list: readonly Action[]): Action[] => {
  const placed = new Set(list.map(({ id }) => id))
  const others = actions.filter((one) => !placed.has(one.id) && !(one.parent_id === parentId && one.branch === branch))
  return [...others, ...list.map((one, position) => ({ ...one, parent_id: parentId, branch, position }))]
}
export const insert = (actions: readonly Action[], place: Place, card: Action): Action[] =>
  withColumn(actions, place, cardsIn(actions, place).toSpliced(place.index, 0, card))

export function remove(actions: readonly Action[], id: string): Action[] {
  const gone = family(actions, id)
  return actions.filter((one) => !gone.has(one.id))
}
/** Nothing goes into its own branches. */
export function move(actions: readonly Action[], id: string, place: Place): Action[] {
  const card = actions.find((one) => one.id === id)
  if (!card || (place.parentId !== null && family(actions, id).has(place.parentId))) return [...actions]
  const before = cardsIn(actions, place)
    .slice(0, place.index)
    .filter((one) => one.id !== id).length
  return insert(
    actions.filter((one) => one.id !== id),
    { ...place, index: before },
    card,
  )
}
/** A copy behind it, with all in its branches. */
export function duplicate(actions: readonly Action[], id: string, newId: () => string): { actions: Action[]; id: string } {
  const card = actions.find((one) => one.id === id)!
  const names = new Map([...family(actions, id)].map((old) => [old, newId()]))
  const copies = actions
    .filter((one) => names.has(one.id))
    .map((one) => ({ ...one, id: names.get(one.id)!, parent_id: names.get(one.parent_id ?? '') ?? one.parent_id }))
  const copyId = names.get(id)!
  const place = { parentId: card.parent_id, branch: card.branch }
  const index = cardsIn(actions, place).findIndex((one) => one.id === id) + 1
  const head = copies.find((one) => one.id === copyId)!
  return { actions: insert([...actions, ...copies.filter((one) => one !== head)], { ...place, index }, head), id: copyId }
}

/** Every place in reading order. @param forks the ways out of a card */
export function places(actions: readonly Action[], forks: (card: Action) => readonly Branch[], column: Column = { parentId: null, branch: null }): Place[] {
  const cards = cardsIn(actions, column)
  return [
    ...cards.flatMap((card, index) => [{ ...column, index }, ...forks(card).flatMap((branch) => places(actions, forks, { parentId: card.id, branch }))]),
    { ...column, index: cards.length },
  ]
}
/** The card one place further up or down, into branches and out of them; null where there is none. */
export function shift(actions: readonly Action[], id: string, by: -1 | 1, forks: (card: Action) => readonly Branch[]): Action[] | null {
  const card = actions.find((one) => one.id === id)!
  const own = family(actions, id)
  const at = cardsIn(actions, { parentId: card.parent_id, branch: card.branch }).findIndex((one) => one.id === id)
  const all = places(actions, forks).filter(({ parentId }) => parentId === null || !own.has(parentId))
  const isHere = ({ parentId, branch }: Place) => parentId === card.parent_id && branch === card.branch
  const here = all.findIndex((place) => isHere(place) && place.index === at)
  const next = all[by < 0 ? here - 1 : here + 2]
  return next ? move(actions, id, next) : null
}
