/** Cards of a version as a tree: what comes first, and what after each. */
import { type Action, type Branch, BRANCHES, MAX_DEPTH } from '../../contract.ts'

export interface Tree {
  first: string | null
  byId: ReadonlyMap<string, Action>
  /** The card after one, or the first in a branch of it; null: the end. */
  next(id: string, branch?: Branch | null): string | null
  /** In the order in which they are read. */
  inOrder: Action[]
}
const keyOf = (parent: string | null, branch: Branch | null) => `${parent ?? ''} ${branch ?? ''}`

/** Cards that hang in a circle, or on one that is not there, are in no order. */
export function treeOf(actions: readonly Action[]): Tree {
  const byId = new Map(actions.map((action) => [action.id, action]))
  const lists = Map.groupBy(actions, ({ parent_id, branch }) => keyOf(parent_id, branch))
  for (const list of lists.values()) list.sort((a, b) => a.position - b.position)
  const listOf = (parent: string | null, branch: Branch | null) => lists.get(keyOf(parent, branch)) ?? []
  const inOrder: Action[] = []
  const walk = (list: Action[], depth: number): void => {
    for (const action of list) {
      inOrder.push(action)
      if (depth < MAX_DEPTH + 1) for (const branch of BRANCHES) walk(listOf(action.id, branch), depth + 1)
    }
  }
  walk(listOf(null, null), 0)
  const after = (id: string): string | null => {
    const action = byId.get(id)
    if (!action) return null
    const list = listOf(action.parent_id, action.branch)
    const following = list[list.indexOf(action) + 1]
    return following?.id ?? (action.parent_id === null ? null : after(action.parent_id))
  }
  return {
    first: listOf(null, null)[0]?.id ?? null,
    byId,
    next: (id, branch = null) => (branch && listOf(id, branch)[0]?.id) || after(id),
    inOrder,
  }
}
