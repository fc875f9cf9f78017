/** Puts together what two editors have made of one page since they both opened it: block by block, and nothing of either is lost. */
import type { Block, PageData } from './blocks.ts'
import { isSame, isSameBlock, type Leaf, listOf, outerOf, ROOT, sameOrder, type Tree, treeOf } from './tree.ts'

/** What both have changed is told by the ids of its blocks. */
export type Merged = { data: PageData; conflicts: null } | { data: null; conflicts: string[] }

/** What of three was changed by one side alone; null where both did, each in a way of their own. */
export function oneOf<T>(base: T, mine: T, theirs: T, same: (one: T, other: T) => boolean = isSame): { value: T } | null {
  if (same(mine, theirs) || same(base, mine)) return { value: theirs }
  return same(base, theirs) ? { value: mine } : null
}

const treesOf = (base: PageData, mine: PageData, theirs: PageData): Trees => ({ base: treeOf(base), mine: treeOf(mine), theirs: treeOf(theirs) })
const idsOf = ({ base, mine, theirs }: Trees): Set<string> => new Set([...base.leaves.keys(), ...theirs.leaves.keys(), ...mine.leaves.keys()])

/** @param base what both began with */
export function mergePages(base: PageData, mine: PageData, theirs: PageData): Merged {
  const trees = treesOf(base, mine, theirs)
  const conflicts = new Set<string>()
  const kept = new Map<string, Leaf>()
  for (const id of idsOf(trees)) {
    const leaf = leafOf(id, trees)
    if (leaf === 'conflict') conflicts.add(id)
    else if (leaf) kept.set(id, leaf)
  }
  // who is taken out takes along what lies in it: unless somebody has written or added there
  for (const { id, list } of kept.values()) {
    const outer = outerOf(list)
    if (list !== ROOT && !kept.has(outer)) conflicts.add(trees.base.leaves.has(outer) ? outer : id)
  }
  if (conflicts.size === 0) for (const id of kept.keys()) if (isInItself(id, kept)) conflicts.add(id)
  const root = oneOf(base.root.props, mine.root.props, theirs.root.props)
  if (!root) conflicts.add('root')
  if (conflicts.size || !root) return { data: null, conflicts: [...conflicts] }
  return { data: { root: { props: root.value }, content: blocksIn(ROOT, kept, trees) }, conflicts: null }
}

/**
 * The same where nobody can be asked: of what both have changed each field that one side alone has changed stays changed, and of the others the
 * winner's. A block that the winner has taken out is gone; one that has more in it by now stays.
 * @param base what both began with
 */
export function mergeFor(wins: 'mine' | 'theirs', base: PageData, mine: PageData, theirs: PageData): PageData {
  const { data } = mergePages(base, mine, theirs)
  if (data) return data
  const winner = wins === 'mine' ? mine : theirs
  const trees = treesOf(base, mine, theirs)
  const kept = new Map<string, Leaf>()
  for (const id of idsOf(trees)) {
    const leaf = leafOf(id, trees)
    const one = leaf === 'conflict' ? wonLeaf(id, trees, wins) : leaf
    if (one) kept.set(id, one)
  }
  for (const { list } of kept.values()) {
    const outer = outerOf(list)
    // blocks that come in here are looked at in their turn
    if (list !== ROOT && !kept.has(outer)) kept.set(outer, (trees[wins].leaves.get(outer) ?? trees.theirs.leaves.get(outer) ?? trees.mine.leaves.get(outer))!)
  }
  for (const id of kept.keys()) if (isInItself(id, kept)) return winner
  const root = oneOf(base.root.props, mine.root.props, theirs.root.props) ?? { value: winner.root.props }
  return { root: { props: root.value }, content: blocksIn(ROOT, kept, trees) }
}
function wonLeaf(id: string, { base, mine, theirs }: Trees, wins: 'mine' | 'theirs'): Leaf | null {
  const [was, my, their] = [base.leaves.get(id), mine.leaves.get(id), theirs.leaves.get(id)]
  const won = wins === 'mine' ? my : their
  if (!my || !their || !won) return won ?? null
  const own: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(their.own), ...Object.keys(my.own)])) {
    const one = oneOf(was?.own[name], my.own[name], their.own[name])
    own[name] = one ? one.value : won.own[name]
  }
  const list = oneOf(was?.list ?? null, my.list, their.list)?.value ?? won.list
  return { ...won, own, list, slots: [...new Set([...their.slots, ...my.slots])] }
}

type Trees = Record<'base' | 'mine' | 'theirs', Tree>
function leafOf(id: string, { base, mine, theirs }: Trees): Leaf | 'conflict' | null {
  const [was, my, their] = [base.leaves.get(id), mine.leaves.get(id), theirs.leaves.get(id)]
  if (my && their) {
    const text = oneOf(was ?? null, my, their, (one, other) => (one && other ? isSameBlock(one, other) : one === other))?.value
    if (!text) return 'conflict'
    const list = oneOf(was?.list ?? null, my.list, their.list)?.value ?? my.list
    return { ...text, list, slots: [...new Set([...their.slots, ...my.slots])] }
  }
  const there = my ?? their
  if (!was || !there) return there ?? null
  // one side has taken it out: it goes, unless the other has changed it
  return isSameBlock(was, there) && was.list === there.list ? null : 'conflict'
}

function isInItself(id: string, kept: Map<string, Leaf>): boolean {
  const seen = new Set<string>()
  for (let at = id; at; at = outerOf(kept.get(at)!.list)) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}

function blocksIn(list: string, kept: Map<string, Leaf>, trees: Trees): Block[] {
  const here = new Set([...kept.values()].filter((leaf) => leaf.list === list).map(({ id }) => id))
  return orderOf(list, here, trees).map((id) => {
    const { type, own, slots } = kept.get(id)!
    const inner = slots.map((slot) => [slot, blocksIn(listOf(id, slot), kept, trees)] as const)
    return { type, props: { ...own, ...Object.fromEntries(inner), id } }
  })
}

/** The order of whoever has changed it; what only the other has stands behind what it stood behind there. */
function orderOf(list: string, here: ReadonlySet<string>, { base, mine, theirs }: Trees): string[] {
  const of = (tree: Tree) => (tree.lists.get(list) ?? []).filter((id) => here.has(id))
  const [was, my, their] = [of(base), of(mine), of(theirs)]
  const [first, second] = sameOrder(was, my) ? [their, my] : [my, their]
  const order = [...first]
  second.forEach((id, at) => {
    if (order.includes(id)) return
    const before = second.slice(0, at).findLast((one) => order.includes(one))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  })
  return order
}
