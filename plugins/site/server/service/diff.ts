/** What became of a page's blocks from one moment to another. */
import { cut } from '@atrium/sdk'
import { type Ctx, docToText } from '@atrium/sdk/server'
import type { BlockField, PageData, RevisionDetail } from '../../contract.ts'
import { blocksOf, type KnownBlock, wordOf } from './blocks/catalog.ts'
import { isSameBlock, type Leaf, treeOf } from '../../contract/tree.ts'

export type Counts = { added: number; changed: number; removed: number }
type Change = RevisionDetail['changes'][number]

/** The ids that keep their order, the most there can be: the fewest others have moved. */
function stayers(one: readonly string[], other: readonly string[]): Set<string> {
  const place = new Map(other.map((id, at) => [id, at]))
  const runs: string[][] = []
  for (const id of one.filter((each) => place.has(each))) {
    const before = runs.filter((run) => place.get(run.at(-1)!)! < place.get(id)!).sort((a, b) => b.length - a.length)[0] ?? []
    runs.push([...before, id])
  }
  return new Set(runs.sort((a, b) => b.length - a.length)[0] ?? [])
}

interface Moved {
  how: Change['how']
  before: Leaf | null
  after: Leaf | null
}
function changesOf(before: PageData | null, after: PageData): Moved[] {
  const [was, is] = [treeOf(before), treeOf(after)]
  const still = new Map([...is.lists].map(([list, ids]) => [list, stayers(was.lists.get(list) ?? [], ids)]))
  const stayed = (leaf: Leaf, old: Leaf) => leaf.list === old.list && still.get(leaf.list)!.has(leaf.id)
  const now = [...is.leaves.values()].flatMap((leaf): Moved[] => {
    const old = was.leaves.get(leaf.id)
    if (!old) return [{ how: 'added', before: null, after: leaf }]
    if (!isSameBlock(old, leaf)) return [{ how: 'changed', before: old, after: leaf }]
    return stayed(leaf, old) ? [] : [{ how: 'moved', before: old, after: leaf }]
  })
  const gone = [...was.leaves.values()].filter(({ id }) => !is.leaves.has(id)).map((leaf): Moved => ({ how: 'removed', before: leaf, after: null }))
  return [...now, ...gone]
}
export function countsOf(before: PageData | null, after: PageData): Counts {
  const hows = changesOf(before, after).map(({ how }) => how)
  const count = (how: Change['how']) => hows.filter((one) => one === how).length
  return { added: count('added'), changed: count('changed'), removed: count('removed') }
}

/** Letters of a text that are answered. */
const MOST = 2_000
type Texts = Map<string, { label: string; text: string }>
/** What people read of a block, by where it stands in it. */
function textsOf(leaf: Leaf | null, kind: KnownBlock | undefined): Texts {
  const texts: Texts = new Map()
  if (!leaf || !kind) return texts
  const take = (fields: Record<string, BlockField>, values: Record<string, unknown>, under: string, at: string, place: string) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = values[name]
      const label = `${wordOf(kind, `${under}${name}`)}${place}`
      if (field.kind === 'richtext' && value) texts.set(`${at}${name}`, { label, text: docToText(value as never) })
      else if (['text', 'textarea', 'code', 'link'].includes(field.kind) && typeof value === 'string') texts.set(`${at}${name}`, { label, text: value })
      else if (field.kind === 'picture' && value) texts.set(`${at}${name}`, { label, text: (value as { alt?: string }).alt ?? '' })
      else if (field.kind === 'list' && Array.isArray(value))
        value.forEach((item, index) => {
          take(field.of, item as Record<string, unknown>, `${under}${name}.`, `${at}${name}.${index}.`, ` (${index + 1})`)
        })
    }
  }
  take(kind.block.fields, leaf.own, '', '', '')
  return texts
}
function fieldsOf({ before, after }: Moved, kind: KnownBlock | undefined): Change['fields'] {
  const [was, is] = [textsOf(before, kind), textsOf(after, kind)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)]
    const texts = { before: cut(old?.text ?? '', MOST), after: cut(now?.text ?? '', MOST) }
    return texts.before === texts.after ? [] : [{ label: (now ?? old)!.label, ...texts }]
  })
}

/** As people read it, in the words of who brings each block; one that nobody brings any more has its bare name. */
export function changesBetween(ctx: Ctx, before: PageData, after: PageData): Change[] {
  const known = blocksOf(ctx)
  return changesOf(before, after).map((change) => {
    const { id, type } = (change.after ?? change.before)!
    const kind = known.get(type)
    return { block_id: id, type, title: kind ? kind.t(`blocks.${type}`) : type, how: change.how, fields: fieldsOf(change, kind) }
  })
}
