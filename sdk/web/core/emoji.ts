/** The emoji of the reader's language: one file of our own, fetched once for picker and suggestions. */
import { getLocale } from './words.ts'
import { bareText } from '../../core/rules/texts.ts'

export interface EmojiRow {
  emoji: string
  category: number
  label: string
  tags: string[]
  skins?: string[]
}
export interface EmojiFile {
  categories: { index: number; label: string }[]
  skinTones: Record<string, string>
  emojis: EmojiRow[]
}
type Packed = Omit<EmojiFile, 'emojis'> & { emojis: [string, number, string, string, string[]?][] }

const files = new Map<string, Promise<EmojiFile>>()
export function loadEmoji(locale = getLocale()): Promise<EmojiFile> {
  const address = __EMOJI__[locale] ?? __EMOJI__['en-US']!
  const loading =
    files.get(address) ??
    fetch(address)
      .then((reply) => (reply.ok ? (reply.json() as Promise<Packed>) : Promise.reject(new Error(`emoji answered ${reply.status}`))))
      .then(({ emojis, ...rest }) => ({
        ...rest,
        emojis: emojis.map(([emoji, category, label, tags, skins]) => ({ emoji, category, label, tags: tags.split('|'), ...(skins ? { skins } : {}) })),
      }))
  files.set(address, loading)
  loading.catch(() => files.delete(address))
  return loading
}

/** The best few for what was typed after a colon: names that begin with it before those that hold it. */
export async function searchEmoji(text: string, most = 8): Promise<EmojiRow[]> {
  const wanted = bareText(text)
  const { emojis } = await loadEmoji()
  const rank = ({ label, tags }: EmojiRow): number => {
    const names = tags.map(bareText)
    // The first name is its own; the others are what it has to do with.
    if (names[0] === wanted || bareText(label) === wanted) return 0
    if (names.includes(wanted)) return 1
    if (names.some((name) => name.startsWith(wanted))) return 2
    return bareText(label).includes(wanted) || names.some((name) => name.includes(wanted)) ? 3 : 4
  }
  return emojis
    .map((row) => ({ row, rank: rank(row) }))
    .filter((one) => one.rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ row }) => row)
}
