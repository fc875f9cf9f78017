/** Makes the file of emoji for one language: what picker and suggestions search, fetched with the first of them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = dirname(createRequire(import.meta.url).resolve('emojibase-data/package.json'))
/** Newer ones are empty boxes on most devices. */
const NEWEST = 15.1

interface Emoji {
  emoji: string
  hexcode: string
  label: string
  group?: number
  version: number
  tags?: string[]
  skins?: { emoji: string; tone: number | number[] }[]
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** As Unicode recommends it for interchange: the data put a variation selector after some that need none. */
const standard = (emoji: string) => (/^\p{RGI_Emoji}$/v.test(emoji) ? emoji : emoji.replaceAll('\ufe0f', ''))

/** `{ categories, skinTones, emojis: [emoji, category, label, tags, skins?] }` as JSON. */
export async function emojiData(locale: 'en' | 'pt'): Promise<string> {
  const read = async (name: string, fallback = locale as string) => JSON.parse(await readFile(join(folder, fallback, name), 'utf8'))
  const [emojis, messages, codes, own] = await Promise.all([
    read('data.json') as Promise<Emoji[]>,
    read('messages.json') as Promise<{ groups: { key: string; message: string; order: number }[]; skinTones: { key: string; message: string }[] }>,
    // Known by their English names everywhere, as in other products.
    read('shortcodes/github.json', 'en') as Promise<Record<string, string | string[]>>,
    read(locale === 'en' ? 'shortcodes/cldr.json' : 'shortcodes/cldr-native.json') as Promise<Record<string, string | string[]>>,
  ])
  const rows = emojis
    .filter(({ group, version }) => group !== undefined && group !== 2 && version <= NEWEST)
    .map(({ emoji, hexcode, label, group, tags = [], skins = [] }) => {
      const words = new Set([...[codes[hexcode] ?? []].flat(), ...[own[hexcode] ?? []].flat(), ...tags])
      const tones = skins.filter(({ tone }) => typeof tone === 'number').map((skin) => standard(skin.emoji))
      return [standard(emoji), group, capital(label), [...words].join('|'), ...(tones.length === 5 ? [tones] : [])]
    })
  return JSON.stringify({
    categories: messages.groups.filter(({ key }) => key !== 'component').map(({ order, message }) => ({ index: order, label: capital(message) })),
    skinTones: Object.fromEntries(messages.skinTones.map(({ key, message }) => [key, capital(message)])),
    emojis: rows,
  })
}
