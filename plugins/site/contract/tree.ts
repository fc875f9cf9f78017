/** A page's blocks as a flat list: where each lies, and what it has of its own. By their ids pages are compared and put together. */
import type { Block, PageData } from './blocks.ts'

const isBlock = (value: unknown): value is Block => {
  const { type, props } = (value ?? {}) as Partial<Block>
  return typeof type === 'string' && typeof props === 'object' && props !== null && typeof props.id === 'string'
}
const isSlot = (value: unknown): value is Block[] => Array.isArray(value) && value.length > 0 && value.every(isBlock)

export interface Leaf {
  id: string
  type: string
  /** Its fields, without the blocks that lie in it. */
  own: Record<string, unknown>
  /** The list that it lies in. */
  list: string
  slots: string[]
}
/** The list of a page's own blocks. */
export const ROOT = ''
/** The list of a slot. No text that comes in holds a NUL. */
export const listOf = (id: string, slot: string): string => `${id}\0${slot}`
/** The block in which such a list is; empty for the page itself. */
export const outerOf = (list: string): string => list.split('\0')[0]!

export interface Tree {
  /** In the order of the page. */
  leaves: Map<string, Leaf>
  /** Ids by list, in their order. */
  lists: Map<string, string[]>
}
export function treeOf(data: PageData | null): Tree {
  const tree: Tree = { leaves: new Map(), lists: new Map() }
  const walk = (blocks: readonly Block[], list: string) => {
    tree.lists.set(
      list,
      blocks.map(({ props }) => props.id),
    )
    for (const { type, props } of blocks) {
      const inner = Object.entries(props).filter((entry): entry is [string, Block[]] => isSlot(entry[1]))
      const slots = inner.map(([name]) => name)
      const own = Object.fromEntries(Object.entries(props).filter(([name]) => !slots.includes(name)))
      tree.leaves.set(props.id, { id: props.id, type, own, list, slots })
      for (const [name, children] of inner) walk(children, listOf(props.id, name))
    }
  }
  walk(data?.content ?? [], ROOT)
  return tree
}
/** Whether two values are the same as JSON: keys in any order, as the database keeps none, and without those that are undefined. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other || Array.isArray(one) !== Array.isArray(other)) return false
  const [mine, theirs] = [one, other].map((value) => Object.entries(value).filter(([, inner]) => inner !== undefined)) as [Entry[], Entry[]]
  const there = new Map(theirs)
  return mine.length === theirs.length && mine.every(([key, value]) => there.has(key) && isSame(value, there.get(key)))
}
type Entry = [key: string, value: unknown]
/** An empty slot and none are the same. */
const filled = ({ own }: Leaf) => Object.fromEntries(Object.entries(own).filter(([, value]) => !(Array.isArray(value) && value.length === 0)))
export const isSameBlock = (one: Leaf, other: Leaf): boolean => one.type === other.type && isSame(filled(one), filled(other))

/** Whether what both lists have stands in one order. */
export function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  const both = new Set(one.filter((id) => other.includes(id)))
  return isSame(
    one.filter((id) => both.has(id)),
    other.filter((id) => both.has(id)),
  )
}
