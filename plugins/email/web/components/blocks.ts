/** Blocks of an email as its editor makes and reads them. */
import { newUuid, type Translate } from '@atrium/sdk/web'
import { type Block, type Leaf, VARIABLES } from '../../contract.ts'

export type Kind = Block['type']
type Doc = Extract<Leaf, { type: 'text' }>['body']

/** In the order of the menu. */
export const LEAVES = ['heading', 'text', 'image', 'button', 'divider', 'spacer', 'quote'] as const
export const KINDS = [...LEAVES, 'columns'] as const
export const ICONS: Record<Kind, string> = {
  heading: 'heading',
  text: 'text',
  image: 'image',
  button: 'square',
  divider: 'minus',
  spacer: 'between-horizontal-end',
  quote: 'quote',
  columns: 'columns-3',
}
export const MAX_LEAVES = 20
/** As the contract takes a link. */
const HREF = /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)/i
export const isHref = (text: string): boolean => HREF.test(text)

const newKey = () => newUuid().slice(0, 13)
const EMPTY: Doc = { type: 'doc', content: [{ type: 'paragraph' }] }

export function newBlock(kind: Kind, t: Translate): Block {
  const key = newKey()
  switch (kind) {
    case 'heading':
      return { key, type: 'heading', text: '', level: 1, align: 'start' }
    case 'text':
      return { key, type: 'text', body: EMPTY }
    case 'image':
      return { key, type: 'image', image: null, alt: '', href: null, width: 100 as never }
    case 'button':
      return { key, type: 'button', label: t('block.button_label'), href: `${location.origin}/`, align: 'start' }
    case 'divider':
      return { key, type: 'divider' }
    case 'spacer':
      return { key, type: 'spacer', height: 24 }
    case 'quote':
      return { key, type: 'quote', text: '', by: '' }
    case 'columns':
      return { key, type: 'columns', columns: [[newBlock('text', t)], [newBlock('text', t)]] as never }
  }
}
/** The same with keys of its own. */
export function copyOf<B extends Block>(block: B): B {
  const key = newKey()
  return (block.type === 'columns' ? { ...block, key, columns: block.columns.map((some) => some.map((one) => copyOf(one as Leaf))) } : { ...block, key }) as B
}
export const columnsOf = (block: Extract<Block, { type: 'columns' }>): Leaf[][] => block.columns as Leaf[][]
/** Every block, those within columns too. */
export const leavesOf = (blocks: readonly Block[]): Leaf[] => blocks.flatMap((block) => (block.type === 'columns' ? columnsOf(block).flat() : [block]))

const textIn = (node: unknown): string => {
  const { text, content } = node as { text?: string; content?: unknown[] }
  return text ?? (content ?? []).map(textIn).join(' ')
}
/** What a block says, for lists of blocks that are heard. */
export function wordsOf(block: Block): string {
  switch (block.type) {
    case 'heading':
    case 'quote':
      return block.text
    case 'text':
      return textIn(block.body).trim()
    case 'button':
      return block.label
    case 'image':
      return block.alt
    default:
      return ''
  }
}
export function nameOf(block: Block, t: Translate): string {
  const words = wordsOf(block)
  return words ? t('block.named', { kind: t(`block.${block.type}`), words: words.slice(0, 60) }) : t(`block.${block.type}`)
}

/** Something that a reader would see. */
export const isWritten = (blocks: readonly Block[]): boolean =>
  leavesOf(blocks).some((block) => block.type === 'button' || (block.type === 'image' ? block.image !== null : wordsOf(block) !== ''))
export const imagesOf = (blocks: readonly Block[]) => leavesOf(blocks).filter((block) => block.type === 'image')

/** Where an email leads, each once. */
export function linksOf(blocks: readonly Block[]): string[] {
  const links = new Set<string>()
  const inNode = (node: unknown): void => {
    const { marks = [], content = [] } = node as { marks?: { type: string; attrs?: { href?: string } }[]; content?: unknown[] }
    for (const { type, attrs } of marks) if (type === 'link' && attrs?.href) links.add(attrs.href)
    content.forEach(inNode)
  }
  for (const block of leavesOf(blocks)) {
    if (block.type === 'button') links.add(block.href)
    else if (block.type === 'image' && block.href) links.add(block.href)
    else if (block.type === 'text') inNode(block.body)
  }
  return [...links]
}
const WRITTEN = /\{\{\s*([a-z_]{1,40})\s*(?:\|[^{}|]{0,100})?\}\}/g
/** What looks like a variable and is none. */
export const unknownVariables = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(WRITTEN)].map(([, name]) => name!).filter((name) => !(VARIABLES as readonly string[]).includes(name)))),
]
