/** What keeps a page from being read well, found in how it will be sent. */
import type { Block, PageData } from '../../../contract.ts'
import { everyBlock } from './data.ts'

export interface Check {
  name: 'headings' | 'pictures' | 'links' | 'search' | 'quotes' | 'countdown' | 'code'
  isGood: boolean
  /** Key of the words that say what it is, and their values. */
  words: string
  values: Record<string, string | number>
  /** Where it is mended. */
  blockId?: string
}
export interface Found {
  checks: Check[]
  description: string
}

const GOOD_TITLE = 65
const GOOD_DESCRIPTION = 170

interface Bare {
  block: Block
  count: number
}
/** Blocks with pictures that nobody has described. */
function bareIn(data: PageData): Bare[] {
  const count = (value: unknown): number => {
    if (Array.isArray(value)) return value.some((item) => item?.props?.id) ? 0 : value.reduce((sum: number, item) => sum + count(item), 0)
    if (!value || typeof value !== 'object') return 0
    if ('file' in value && 'alt' in value) return String(value.alt).trim() ? 0 : 1
    return Object.values(value).reduce((sum: number, item) => sum + count(item), 0)
  }
  return everyBlock(data.content)
    .map((block) => ({ block, count: count(block.props) }))
    .filter((bare) => bare.count > 0)
}

export interface Checked {
  data: PageData
  /** As search engines are told. */
  title: string
  /** Null: none of its own. */
  description: string | null
  /** Paths of pages that are not published. */
  drafts: ReadonlySet<string>
  /** Quotes with which templates and new blocks begin. */
  examples: ReadonlySet<string>
}
const isText = (value: unknown): value is string => typeof value === 'string'
/** The texts of a block of quotes. */
export const quotesOf = ({ type, props }: Block): string[] =>
  type === 'Quotes' && Array.isArray(props.items) ? props.items.map((item) => item?.text).filter(isText) : []
/** @param html of the whole page */
export function checksOf(html: string, { data, title, description: own, drafts, examples }: Checked): Found {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const levels = [...page.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6), body > :is(h1, h2)')].map(({ tagName }) => Number(tagName[1]))
  const firsts = levels.filter((level) => level === 1).length
  const jumps = levels.some((level, at) => at > 0 && level > levels[at - 1]! + 1)
  const headings = firsts === 0 ? 'none' : firsts > 1 ? 'many' : jumps ? 'jumps' : 'good'
  const bare = bareIn(data)
  const pictures = bare.reduce((sum, { count }) => sum + count, 0)
  const links = [...page.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => link.getAttribute('href')!)
  const broken = links.filter((to) => (to.startsWith('#') ? to.length > 1 && !page.getElementById(to.slice(1)) : drafts.has(to.replace(/[?#].*/, ''))))
  const description = own ?? page.querySelector('meta[name="description"]')?.getAttribute('content') ?? ''
  const search = !description ? 'none' : description.length > GOOD_DESCRIPTION ? 'long' : title.length > GOOD_TITLE ? 'long_title' : 'good'
  const borrowed = everyBlock(data.content).find((block) => quotesOf(block).some((quote) => examples.has(quote)))
  const timeless = everyBlock(data.content).find(({ type, props }) => type === 'Countdown' && !props.until)
  const codeless = everyBlock(data.content).find(({ type, props }) => type === 'Code' && !String(props.code ?? '').trim())
  return {
    description,
    checks: [
      { name: 'headings', isGood: headings === 'good', words: `checks.headings.${headings}`, values: { count: firsts } },
      {
        name: 'pictures',
        isGood: pictures === 0,
        words: pictures ? 'checks.pictures.bare' : 'checks.pictures.good',
        values: { count: pictures },
        ...(bare[0] ? { blockId: bare[0].block.props.id } : {}),
      },
      {
        name: 'links',
        isGood: broken.length === 0,
        words: broken.length ? 'checks.links.broken' : 'checks.links.good',
        values: { count: broken.length || links.length, to: broken[0] ?? '' },
      },
      { name: 'search', isGood: search === 'good', words: `checks.search.${search}`, values: {} },
      ...(borrowed ? [{ name: 'quotes' as const, isGood: false, words: 'checks.quotes.example', values: {}, blockId: borrowed.props.id }] : []),
      ...(codeless ? [{ name: 'code' as const, isGood: false, words: 'checks.code.none', values: {}, blockId: codeless.props.id }] : []),
      ...(timeless ? [{ name: 'countdown' as const, isGood: false, words: 'checks.countdown.none', values: {}, blockId: timeless.props.id }] : []),
    ],
  }
}
