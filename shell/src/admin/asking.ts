/** What the settings can be asked for: every label with its help, its options and its other words, wherever it stands. */
import { type AdminMenuGroup, type AdminPlace, positionOf } from './places.ts'

/** Speaker → address → keys of the words that stand there. */
export type Index = Record<string, Record<string, string[]>>

export interface FoundSetting {
  id: string
  label: string
  /** Names of what it lies in, from the group down. */
  path: string[]
  /** What the words were found in, where they are not in the label. */
  excerpt?: string
  icon: string
  /** With the place on the page. */
  to: string
}
export interface Askable extends FoundSetting {
  words: string
  others: string
  texts: string[]
  isScreen: boolean
}

export const LEAST_LETTERS = 2
const SHOWN = 14
/** Of one screen: another may have what is meant. */
const OF_A_SCREEN = 4
/** Longer ones are no labels. */
const LABEL_LETTERS = 64
/** Stands for General, or for the page that each plugin with settings has. */
const ELSEWHERE = ''
/** What everybody sets for themselves, as the time zone, is looked for here too. */
const OWN_ACCOUNT = '/account'

/** The text of a plugin's key. */
type Say = (plugin: string, key: string) => string
/** What is known of a plugin whose settings stand elsewhere than on screens of its own. */
interface Holder {
  id: string
  title: string
  switches: { key: string }[]
  has_settings: boolean
}

const plain = (text: string) =>
  ` ${text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`
const has = (text: string, asked: string[]) => asked.every((word) => text.includes(` ${word}`))

/** Parts of a key that describe the one before them, or are one of its options. */
const parentOf = (key: string, keys: Set<string>): string | undefined => {
  const parts = key.replace(/_(one|other|many)$/, '').split('.')
  for (let length = parts.length - 1; length > 0; length--) {
    const parent = parts.slice(0, length).join('.')
    if (keys.has(parent)) return parent
  }
}
/** Sentences say what was done, or explain. */
const isLabel = (text: string) => text.length <= LABEL_LETTERS && !/[.?!:]$/.test(text)
const GAP = /\{\w+\}/g
/** Parts of keys of what is said before an act, or when it failed: of a screen they tell nothing. */
const OF_AN_ACT = /(?:^|[._])(?:ask|cancel|closed|confirm|delete|end|error|expired|failed|gone|remove|restore|revoke|stop|undo|void)(?:[._]|$)/

/** One screen: its own name, and what stands on it. */
function onScreen(say: Say, plugin: string, address: string, keys: string[], groups: AdminMenuGroup[], places: AdminPlace[]): Askable[] {
  if (address === OWN_ACCOUNT || address.startsWith(`${OWN_ACCOUNT}/`)) return ofAccount(say, plugin, address, keys)
  const own = places.filter((place) => place.plugin === plugin)
  const at = positionOf(groups, address.replace(/\/:.*$/, '')) ?? (own[0] && positionOf(groups, own[0].to))
  if (!at) return []
  const { group, entry, place } = at
  const to = address.includes(':') ? place.to : address
  const path = [group.title, ...(place === entry ? [] : [entry.label])]
  const all = new Set(keys)
  const made = new Map<string, Askable>()
  for (const key of keys) {
    const text = say(plugin, key)
    const label = text.replace(GAP, '…')
    if (parentOf(key, all) || !isLabel(label) || !/\p{L}{2}/u.test(text.replace(GAP, ''))) continue
    const isScreen = key === place.title && plugin === place.plugin
    // another screen that this one leads to
    if (!isScreen && own.some(({ title }) => title === key)) continue
    made.set(key, {
      id: `${plugin}:${key}`,
      label,
      path: isScreen ? path : [...path, place.label],
      icon: place.icon,
      to: isScreen ? to : `${to}#find=${plugin}:${key}`,
      words: plain(label),
      others: '',
      texts: [],
      isScreen,
    })
  }
  const screen = [...made.values()].find(({ isScreen }) => isScreen)
  for (const key of keys) {
    const text = say(plugin, key)
    const owner = made.get(parentOf(key, all) ?? '') ?? (isLabel(text) || made.has(key) || OF_AN_ACT.test(key) ? undefined : screen)
    if (!owner) continue
    if (key.endsWith('.find')) owner.others += plain(text)
    else if (!/\{\w+, plural/.test(text)) owner.texts.push(text)
  }
  return [...made.values()]
}

function ofAccount(say: Say, plugin: string, to: string, keys: string[]): Askable[] {
  // what stands on pages of plugins there is found by its other words alone: its labels are those of a person, no settings
  const isAsked = (key: string) => to === OWN_ACCOUNT || keys.includes(`${key}.find`)
  return keys
    .filter((key) => !parentOf(key, new Set(keys)) && isLabel(say(plugin, key)) && isAsked(key))
    .map((key) => {
      const label = say(plugin, key).replace(GAP, '…')
      const others = keys.includes(`${key}.find`) ? plain(say(plugin, `${key}.find`)) : ''
      return {
        id: `${plugin}:${key}`,
        label,
        path: [say('shell', 'account.title')],
        icon: 'circle-user',
        to,
        words: plain(label),
        others,
        texts: [],
        isScreen: false,
      }
    })
}

/** Settings that a plugin brings to General, and those of its own page. */
function elsewhere(say: Say, { id, title, switches, has_settings }: Holder, keys: string[]): Askable[] {
  const onGeneral = new Set(switches.map(({ key }) => `settings.${key}`))
  return keys
    .filter((key) => !parentOf(key, new Set(keys)))
    .flatMap((key) => {
      const general = onGeneral.has(key)
      if (!general && !has_settings) return []
      const label = say(id, key)
      const path = general
        ? [say('shell', 'admin.group.general'), say('shell', 'admin.general')]
        : [say('shell', 'admin.group.general'), say('shell', 'admin.plugins'), title]
      const to = `${general ? '/settings' : `/settings/plugins/${id}`}#find=${id}:${key}`
      const texts = keys.filter((other) => other.startsWith(`${key}.`) && !other.endsWith('.find')).map((other) => say(id, other))
      const others = keys.includes(`${key}.find`) ? plain(say(id, `${key}.find`)) : ''
      return [{ id: `${id}:${key}`, label, path, icon: 'sliders-horizontal', to, words: plain(label), others, texts, isScreen: false }]
    })
}

/** Better ones first; null where the words are not there. */
function rank(one: Askable, asked: string[]): { score: number; excerpt?: string } | null {
  const whole = ` ${asked.join(' ')}`
  const words = `${one.words} `
  if (has(words, asked)) return { score: one.isScreen ? 0 : words === `${whole} ` ? 1 : words.startsWith(`${whole} `) ? 3 : words.startsWith(whole) ? 4 : 5 }
  if (has(one.others, asked)) return { score: 2 }
  const excerpt = one.texts.find((text) => has(plain(text), asked))
  if (excerpt) return { score: 6, excerpt: excerpt.replace(GAP, '…') }
  return has(`${one.words}${plain(one.path.join(' '))}`, asked) ? { score: 7 } : null
}

/** All that one can ask for, of the screens in the menu. @param holders the plugins that are on */
export function askables(index: Index, groups: AdminMenuGroup[], holders: Holder[], say: Say): Askable[] {
  const places: AdminPlace[] = groups.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...entry.tabs.slice(1)]))
  return Object.entries(index).flatMap(([plugin, screens]) => {
    const holder = holders.find(({ id }) => id === plugin)
    return Object.entries(screens).flatMap(([address, keys]) =>
      address !== ELSEWHERE ? onScreen(say, plugin, address, keys, groups, places) : holder ? elsewhere(say, holder, keys) : [],
    )
  })
}

/** What a text finds, best first. */
export function ask(all: Askable[], text: string): FoundSetting[] {
  const asked = plain(text).trim().split(' ')
  if (!asked[0]) return []
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  return all
    .flatMap((one) => {
      const found = rank(one, asked)
      return found ? [{ ...one, ...found }] : []
    })
    .sort((one, other) => one.score - other.score || one.label.length - other.label.length)
    .filter(({ words, to, path }) => {
      const screen = to.split('#')[0]!
      // an entry has the same words once, whatever tab they stand on
      const said = `${words} ${path.slice(0, 2).join()}`
      const before = counts.get(screen) ?? 0
      if (seen.has(said) || before >= OF_A_SCREEN) return false
      seen.add(said)
      counts.set(screen, before + 1)
      return true
    })
    .slice(0, SHOWN)
}
