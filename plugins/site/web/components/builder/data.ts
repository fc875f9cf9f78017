/** Blocks of a page as plain data: walking, changing, comparing and putting together what two people have written. */
import { newUuid } from '@atrium/sdk/web'
import type { Block, BlockKind, PageData } from '../../../contract.ts'
import { isSame } from '../../../contract/tree.ts'

export type Field = BlockKind['fields'][number]
export type Kinds = ReadonlyMap<string, BlockKind>

export const EMPTY: PageData = { root: { props: {} }, content: [] }
export const newBlockId = (type: string): string => `${type}-${newUuid().slice(0, 13)}`

const isBlock = (value: unknown): value is Block => {
  const props = (value as Block | null)?.props
  return typeof value === 'object' && typeof (value as Block | null)?.type === 'string' && typeof props === 'object' && typeof props?.id === 'string'
}
const isBlocks = (value: unknown): value is Block[] => Array.isArray(value) && value.length > 0 && value.every(isBlock)

export const slotsOf = (kind: BlockKind | undefined): string[] => (kind?.fields ?? []).filter((field) => field.kind === 'slot').map(({ name }) => name)
/** The fields of a block in the order of its kind: the database keeps none. */
const inOrder = ({ props }: Block, kind: BlockKind | undefined): [name: string, value: unknown][] => {
  const place = new Map((kind?.fields ?? []).map(({ name }, at) => [name, at]))
  return Object.entries(props).sort(([one], [other]) => (place.get(one) ?? 0) - (place.get(other) ?? 0) || (one < other ? -1 : 1))
}
/** Blocks that lie in this one, slot by slot. */
export const within = (block: Block, kind?: BlockKind): [slot: string, blocks: Block[]][] =>
  inOrder(block, kind).filter((entry): entry is [string, Block[]] => isBlocks(entry[1]))
/** Every block with those in others, in the order of the page. */
export const everyBlock = (blocks: readonly Block[]): Block[] => blocks.flatMap((block) => [block, ...within(block).flatMap(([, inner]) => everyBlock(inner))])
export const blockAt = (data: PageData, id: string): Block | undefined => everyBlock(data.content).find(({ props }) => props.id === id)
/** A copy with new ids all the way down. */
export const copyOf = (block: Block): Block => ({
  type: block.type,
  props: { ...block.props, ...Object.fromEntries(within(block).map(([slot, inner]) => [slot, inner.map(copyOf)])), id: newBlockId(block.type) },
})
/** What is stored: Puck adds nothing that the server would not know, but leaves `zones`. */
export const stored = ({ content }: { content: readonly unknown[] }): PageData => ({ root: { props: {} }, content: content as Block[] })

export type How = 'added' | 'changed' | 'removed' | 'moved'
export interface Change {
  block: Block
  how: How
  /** Of what has changed. */
  fields: string[]
  before?: Block
}
/** A block without those in it: each of them is told of by itself. */
const shell = (block: Block): Record<string, unknown> => ({
  ...block.props,
  ...Object.fromEntries(within(block).map(([slot]) => [slot, null])),
})
/** An empty slot and none are the same. */
const filled = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : (value ?? null))
const fieldsChanged = (before: Block, after: Block): string[] => {
  const [one, other] = [shell(before), shell(after)]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !isSame(filled(one[name]), filled(other[name])))
}
/** The ids of each list of blocks, by the block and slot that it lies in. */
function listsOf(blocks: readonly Block[], list = '', lists = new Map<string, string[]>()): Map<string, string[]> {
  lists.set(
    list,
    blocks.map(({ props }) => props.id),
  )
  for (const block of blocks) for (const [slot, inner] of within(block)) listsOf(inner, `${block.props.id} ${slot}`, lists)
  return lists
}
/** Blocks that lie in another list, or have left their place in their own. */
function movedBetween(before: PageData | null, after: PageData): Set<string> {
  const was = listsOf(before?.content ?? [])
  const moved = new Set<string>()
  for (const [list, ids] of listsOf(after.content)) {
    const stays = longestCommon(
      (was.get(list) ?? []).filter((id) => ids.includes(id)),
      ids,
    )
    for (const id of ids) if (!stays.has(id)) moved.add(id)
  }
  return moved
}
/** What became of each block from one version of a page to another. */
export function changesBetween(before: PageData | null, after: PageData): Change[] {
  const old = new Map(everyBlock(before?.content ?? []).map((block) => [block.props.id, block]))
  const now = everyBlock(after.content)
  const kept = new Set(now.map(({ props }) => props.id))
  const moved = movedBetween(before, after)
  const changes: Change[] = now.flatMap((block): Change[] => {
    const was = old.get(block.props.id)
    if (!was) return [{ block, how: 'added', fields: [] }]
    const fields = fieldsChanged(was, block)
    if (fields.length) return [{ block, how: 'changed', fields, before: was }]
    return moved.has(block.props.id) ? [{ block, how: 'moved', fields: [] }] : []
  })
  const gone = [...old.values()].filter(({ props }) => !kept.has(props.id)).map((block): Change => ({ block, how: 'removed', fields: [] }))
  return [...changes, ...gone]
}
/** The ids that keep their order; the fewest others have moved. */
function longestCommon(one: readonly string[], other: readonly string[]): Set<string> {
  const place = new Map(other.map((id, at) => [id, at]))
  // Longest rising run of places, by the length that ends at each.
  const lengths: { length: number; before: number }[] = []
  one.forEach((id, at) => {
    let best = { length: 1, before: -1 }
    for (let earlier = 0; earlier < at; earlier++)
      if (place.get(one[earlier]!)! < place.get(id)! && lengths[earlier]!.length + 1 > best.length)
        best = { length: lengths[earlier]!.length + 1, before: earlier }
    lengths.push(best)
  })
  let at = lengths.reduce((best, { length }, index) => (best < 0 || length > lengths[best]!.length ? index : best), -1)
  const ids = new Set<string>()
  for (; at >= 0; at = lengths[at]!.before) ids.add(one[at]!)
  return ids
}

/** Top-level blocks by id: the parts in which two people's work is put together. */
export type Parts = Record<string, Block | null>
export const partsOf = ({ content }: PageData): Parts => Object.fromEntries(content.map((block) => [block.props.id, block]))
/** The parts that differ from what was there before; null for one that is gone. */
export function partsChanged(base: PageData, mine: PageData): Parts {
  const [old, now] = [partsOf(base), partsOf(mine)]
  const ids = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return Object.fromEntries(ids.filter((id) => !isSame(old[id] ?? null, now[id] ?? null)).map((id) => [id, now[id] ?? null]))
}
const idsIn = ({ content }: PageData) => content.map(({ props }) => props.id)
/** Whether those that stand in both have another order. */
const isReordered = (base: PageData, now: PageData): boolean => {
  const [one, other] = [idsIn(base), idsIn(now)]
  return !isSame(
    one.filter((id) => other.includes(id)),
    other.filter((id) => one.includes(id)),
  )
}
/** In the order of `like`; what does not stand there stays behind the block that it stood behind. */
function inOrderOf(content: readonly Block[], like: PageData): Block[] {
  const place = new Map(idsIn(like).map((id, at) => [id, at]))
  let last = -1
  const placed = content.map((block, at) => {
    last = place.get(block.props.id) ?? last
    return { block, place: last, at }
  })
  return placed.sort((one, other) => one.place - other.place || one.at - other.at).map(({ block }) => block)
}
/**
 * Their page with my parts in it, in my order where I have changed that: what I have added stands behind the block that it stood behind here.
 * @param base what both began with
 * @param parts what stands in the end of what I have changed
 */
export function withParts(base: PageData, mine: PageData, theirs: PageData, parts: Parts): PageData {
  const content = theirs.content.flatMap((block) => {
    const part = parts[block.props.id]
    return part === undefined ? [block] : part === null ? [] : [part]
  })
  mine.content.forEach((block, at) => {
    const { id } = block.props
    const part = parts[id]
    if (!part || content.some(({ props }) => props.id === id)) return
    const before = idsIn(mine)
      .slice(0, at)
      .reverse()
      .find((one) => content.some(({ props }) => props.id === one))
    content.splice(before === undefined ? 0 : content.findIndex(({ props }) => props.id === before) + 1, 0, part)
  })
  return { root: { props: {} }, content: isReordered(base, mine) ? inOrderOf(content, mine) : content }
}

/** The words of a block, for a line that says which one it is. */
export function wordsOf(block: Block, kind: BlockKind | undefined, max = 90): string {
  const words: string[] = []
  const walk = (value: unknown, key: string) => {
    if (words.join(' ').length > max) return
    if (typeof value === 'string') {
      if (/^(id|type|file|anchor|link|to|href|url|code|layout|align|style|tone|icon|look)$/.test(key) || /^(https?:|mailto:|tel:|[#/])/.test(value)) return
      if (value.trim()) words.push(value.trim())
    } else if (Array.isArray(value)) for (const item of value) isBlock(item) ? undefined : walk(item, key)
    else if (value && typeof value === 'object') for (const [name, item] of Object.entries(value)) if (name !== 'look' && name !== 'attrs') walk(item, name)
  }
  // Choices are single small words: they are no words of the page.
  for (const [name, value] of inOrder(block, kind))
    if (name !== 'id' && !(name === 'look' && typeof value === 'object') && (typeof value !== 'string' || /[\s\p{Lu}]/u.test(value))) walk(value, name)
  const text = words.join(' · ')
  return text.length > max ? `${text.slice(0, max).trimEnd()}…` : text
}
