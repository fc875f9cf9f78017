/** Turns the query that was typed into a query of the index. Operators with invalid values are left out, and the reply names the reason. */
import { type Sentence, sentence, unspacedIn } from '@atrium/sdk'
import { type Ctx, type SearchAsk, type SearchHas, seesPeople } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { HAS, type Operator, type Part, parseQuery, plain } from '../../contract/query.ts'

/** Most members that one name may mean. */
const NAMESAKES = 20
const DAY = 86_400_000
const UNITS: Record<string, number> = { d: 1, w: 7, s: 7, m: 30, y: 365, a: 365 }

export interface Asked {
  ask: Omit<SearchAsk, 'kinds' | 'limit' | 'sort'>
  /** Null: any. */
  kinds: string[] | null
  /** A filter that nothing can pass: somebody who is not here. */
  isImpossible: boolean
  notes: Sentence[]
}

/** The moment a date begins: 2026, 2026-03, 2026-03-29, today, yesterday, 7d (days ago; w, m, y). Null for what is no date. */
export function momentOf(value: string, now: Date): Date | null {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const word = plain(value)
  if (word === 'today' || word === 'hoje') return new Date(today)
  if (word === 'yesterday' || word === 'ontem') return new Date(today - DAY)
  const ago = /^(\d{1,4})([dwsmya])$/.exec(word)
  if (ago) return new Date(today - Number(ago[1]) * UNITS[ago[2]!]! * DAY)
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(value) ?? []
  if (!year) return null
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day) ? moment : null
}

/** Every word that was typed begins a word of the name, or stands in it in a script without spaces. */
export function fits(name: string, typed: string): boolean {
  const words = ` ${plain(name).replace(/[-_]/g, ' ')}`
  return plain(typed)
    .split(/[\s_-]+/)
    .every((word) => words.includes(unspacedIn(word).length ? word : ` ${word}`))
}
/** Members whose name fits, by the same index. */
export async function membersNamed(ctx: Ctx, name: string, limit: number): Promise<{ id: number; name: string }[]> {
  const hits = await ctx.search.find({ text: name, kinds: ['member'], spaceIds: [], limit: limit * 2 })
  const all = hits.filter(({ title }) => fits(title, name)).map(({ recordId, title }) => ({ id: recordId, name: title }))
  const exact = all.filter((member) => plain(member.name) === plain(name))
  return (exact.length ? exact : all).slice(0, limit)
}

async function authorsOf(ctx: Ctx, value: string): Promise<number[] | Sentence> {
  if (ctx.member && ['me', 'mim', 'eu'].includes(plain(value))) return [ctx.member.id]
  if (!seesPeople(ctx)) return sentence('Sign in to search by author.', {})
  const found = await membersNamed(ctx, value, NAMESAKES)
  return found.length ? found.map(({ id }) => id) : sentence('No member named “{name}”.', { name: value })
}

async function spacesOf(ctx: Ctx, value: string, visible: number[]): Promise<number[] | Sentence> {
  const cards = [...(await ctx.use(spaces).cards(visible)).values()]
  const exact = cards.filter(({ slug, name }) => slug === value.toLowerCase() || plain(name) === plain(value))
  const found = exact.length ? exact : cards.filter(({ name, slug }) => fits(name, value) || fits(slug, value))
  return found.length ? found.map(({ id }) => id) : sentence('No space named “{name}” that you can access.', { name: value })
}

/** `posts`, `Comment`, `file`: a kind by its name, in the singular or the plural. */
const kindsOf = (value: string, known: string[]) => known.filter((kind) => kind === plain(value) || `${kind}s` === plain(value))

const NEEDS: Record<Operator, string> = {
  author: 'a name',
  in: 'a space',
  type: 'a kind',
  has: HAS.join(', '),
  before: '2026, 2026-03, 2026-03-29',
  after: '2026, 2026-03, 2026-03-29',
}

export async function understand(ctx: Ctx, text: string, known: string[]): Promise<Asked> {
  const visible = (await ctx.use(spaces).access()).visibleIds()
  const notes: Sentence[] = []
  const words: string[] = []
  const ask: Asked['ask'] & { phrases: string[]; without: string[]; has: SearchHas[] } = { text: '', phrases: [], without: [], has: [], spaceIds: visible }
  let kinds: string[] | null = null
  let isImpossible = false
  const chosen = (found: number[] | Sentence): number[] => {
    if (Array.isArray(found)) return found
    notes.push(found)
    isImpossible = true
    return []
  }
  const take = async ({ operator, value }: Part & { operator: Operator }) => {
    if (!value)
      return void notes.push(sentence('{operator} was ignored because it has no value. Try {example}.', { operator: `${operator}:`, example: NEEDS[operator] }))
    if (operator === 'author') ask.authorIds = [...(ask.authorIds ?? []), ...chosen(await authorsOf(ctx, value))]
    else if (operator === 'in') {
      const found = chosen(await spacesOf(ctx, value, visible))
      ask.spaceIds = ask.spaceless === false ? [...ask.spaceIds, ...found] : found
      ask.spaceless = false
    } else if (operator === 'type') {
      const found = kindsOf(value, known)
      if (found.length) kinds = [...(kinds ?? []), ...found]
      else notes.push(sentence('{operator} was ignored. Supported values: {example}.', { operator: `${operator}:`, example: known.join(', ') }))
    } else if (operator === 'has') {
      const found = HAS.find((thing) => thing === plain(value) || `${thing}s` === plain(value))
      if (found) ask.has.push(found)
      else notes.push(sentence('{operator} was ignored. Supported values: {example}.', { operator: `${operator}:`, example: NEEDS.has }))
    } else {
      const moment = momentOf(value, ctx.now())
      if (!moment)
        notes.push(sentence('{operator} was ignored because it needs a date, such as {example}.', { operator: `${operator}:`, example: NEEDS.before }))
      else if (operator === 'after') ask.since = moment
      else ask.until = moment
    }
  }
  for (const part of parseQuery(text)) {
    if (part.isOpen) notes.push(sentence('A quotation mark is missing, so everything after the first one was searched as a phrase.', {}))
    if (part.operator && part.isNot) notes.push(sentence('You can only exclude words with a minus sign.', {}))
    else if (part.operator) await take(part as Part & { operator: Operator })
    else if (!part.value) continue
    else if (part.isNot) ask.without.push(part.value)
    else if (part.isQuoted) ask.phrases.push(part.value)
    else words.push(part.value)
  }
  ask.text = words.join(' ')
  return { ask: { ...ask, has: ask.has.length ? ask.has : undefined }, kinds, isImpossible, notes }
}
