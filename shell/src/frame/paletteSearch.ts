/** What the palette has from the server: what is found, what one looked for lately, and what may follow an operator. Nothing where no plugin answers. */
import { markText, translate, useNavigate, useRead, useSession, useSettled, useT, useWrite } from '@atrium/sdk/web'
import { rememberSearch, search, searchHistory, type SearchResult, searchSuggestions } from './searchRoutes.ts'

const LEAST_LETTERS = 2
/** Rows of one kind: enough to see what is meant, and the other kinds too. */
const OF_A_KIND = 3
/** Asked for, so that each kind may have its rows. */
const ASKED = 30
const LATELY = 4

export interface Entry {
  id: string
  title: string
  icon: string
  /** Where it lies, or other words by which it is found. */
  hint?: string
  /** The words around what was found. */
  excerpt?: SearchResult['excerpt']
  keys?: string
  /** Where it leads. */
  to?: string
  /** It changes what is typed, and the palette stays. */
  stays?: boolean
  run: () => void
}
export interface Found {
  kind: string
  heading: string
  entries: Entry[]
}

/** What several share is said once, above them; kinds without a word of their own stand together. */
function headingOf({ plugin, kind }: SearchResult): string {
  const word = `kinds.${kind}`
  const said = translate(plugin, word)
  return said === word ? '' : said
}
const addressOf = (text: string) => `/search?${new URLSearchParams({ q: text })}`

/** By kind, the kind of the best hit first. */
export function useResults(text: string): { groups: Found[]; all: Entry[]; searching: boolean } {
  const t = useT()
  const navigate = useNavigate()
  const { has, member, viewOnly } = useSession()
  const remember = useWrite(rememberSearch)
  const asked = useSettled(text)
  const wanted = has('search') && asked.length >= LEAST_LETTERS && text.length >= LEAST_LETTERS
  const query = useRead(search, { query: { text: asked, per_page: ASKED } }, { enabled: wanted, keepPrevious: true })
  const records = wanted && !query.error ? (query.data?.records ?? []) : []
  const kinds = Map.groupBy(records, headingOf)
  const go = (to: string) => {
    if (member && !viewOnly) remember.mutate({ body: { text } })
    navigate(to)
  }
  return {
    searching: wanted ? asked !== text || query.isFetching : has('search') && text.length >= LEAST_LETTERS,
    groups: [...kinds].map(([heading, hits]) => ({
      kind: heading,
      heading: heading || t('palette.results'),
      entries: hits.slice(0, OF_A_KIND).map((hit) => ({
        id: `found:${hit.kind}:${hit.id}`,
        title: hit.title,
        icon: hit.icon,
        hint: hit.space ? `${markText(hit.space.emoji)} ${hit.space.name}`.trim() : undefined,
        excerpt: hit.excerpt.length ? hit.excerpt : undefined,
        run: () => go(hit.path),
      })),
    })),
    all: has('search') && text ? [{ id: 'all', title: t('palette.all', { text }), icon: 'search', run: () => go(addressOf(text)) }] : [],
  }
}

/** What one looked for lately, before anything is typed. */
export function useLately(text: string): Entry[] {
  const navigate = useNavigate()
  const { has, member } = useSession()
  const query = useRead(searchHistory, {}, { enabled: text === '' && member !== null && has('search') })
  if (text !== '' || query.error) return []
  return (query.data?.recent ?? []).slice(0, LATELY).map((recent) => ({
    id: `lately:${recent.id}`,
    title: recent.text,
    icon: 'clock',
    run: () => navigate(addressOf(recent.text)),
  }))
}

const OPERATORS = ['author', 'in', 'type', 'has', 'before', 'after'] as const
/** What may follow: operators that begin as the last word, or values of the one that is being typed. */
export function useNarrowing(typed: string, setTyped: (text: string) => void): Entry[] {
  const t = useT()
  const { has } = useSession()
  const last = /\S*$/.exec(typed)![0]
  const settled = useSettled(last)
  const [, operator, begun = ''] = /^(author|in):(.*)$/.exec(settled) ?? []
  const query = useRead(
    searchSuggestions,
    { query: { operator: (operator ?? 'in') as 'in', text: begun } },
    { enabled: operator !== undefined && has('search') },
  )
  if (!has('search')) return []
  const put = (value: string) => () => setTyped(`${typed.slice(0, typed.length - last.length)}${value}`)
  if (operator && last === settled)
    return (query.data?.records ?? []).map(({ value, label, emoji }) => ({
      id: `narrow:${operator}:${value}`,
      title: `${operator}: ${markText(emoji)} ${label}`.replace(/\s+/g, ' '),
      icon: operator === 'author' ? 'user' : 'hash',
      stays: true,
      run: put(`${operator}:${/\s/.test(value) ? `"${value}"` : value} `),
    }))
  if (last.length < LEAST_LETTERS) return []
  return OPERATORS.filter((name) => name.startsWith(last.toLowerCase())).map((name) => ({
    id: `narrow:${name}`,
    title: `${name}:`,
    icon: 'search',
    hint: t(`palette.operator_${name}`),
    stays: true,
    run: put(`${name}:`),
  }))
}
