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
  /** Where on its page it is, if the page shows it only behind something. */
  where?: string
  /** The words that were asked for are its label and no more. */
  isExact?: boolean
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
/** A label on more screens than these is an act or a column that all lists have. */
const COMMON = 5
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

/** What is written as one word and as two. */
const APART = [
  ['timezone', 'time zone'],
  ['email', 'e mail'],
  ['signin', 'sign in'],
  ['signup', 'sign up'],
  ['login', 'log in'],
  ['dropdown', 'drop down'],
] as const
const plain = (text: string) =>
  APART.reduce(
    (words, [one, two]) => words.replace(` ${one}`, ` ${two}`),
    ` ${text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()}`,
  )
/** Words of a question that name nothing. */
const EMPTY = new Set(
  (
    'a an and are at be can change do does edit find for from get go how i in into is it make me my of on or our set should that the their there this to ' +
    'want we what when where which who why with you your ' +
    'ao aos as com como da das de do dos e editar em essa esse esta este eu faco fazer me meu meus minha minhas mudar mudo na nas no nos o onde os ' +
    'ou para pelo pela por posso pra preciso qual quais que quando quero se seu sua trocar troco um uma voce alterar altero'
  ).split(' '),
)
const has = (text: string, asked: string[]) => asked.every((word) => text.includes(` ${word}`))

/** Endings of nouns and verbs: the refund and to refund, o reembolso and reembolsar. */
const ENDING = /(?:amento|acao|acoes|ando|endo|indo|ado|ido|ing|ed|es|os|as|ar|er|ir|[aeos])$/
const STEM_LETTERS = 5
const stem = (word: string) => {
  const short = word.replace(ENDING, '')
  return short.length >= STEM_LETTERS ? short : word
}

/** Parts of a key that describe the one before them, or are one of its options. */
const parentOf = (key: string, keys: Set<string>): string | undefined => {
  const described = key.replace(/_(?:text|help)$/, '')
  if (described !== key && keys.has(described)) return described
  const parts = key.replace(/_(one|other|many)$/, '').split('.')
  for (let length = parts.length - 1; length > 0; length--) {
    const parent = parts.slice(0, length).join('.')
    if (keys.has(parent)) return parent
  }
}
const GAP = /\{\w+\}/g
/** Sentences say what was done, or explain; what begins small or is filled in is a part of one, or tells of one record. */
const isLabel = (text: string) => text.length <= LABEL_LETTERS && !/[.?!:…]$/.test(text) && !/^\P{L}*\p{Ll}/u.test(text) && !text.match(GAP)
/** Last parts of keys of what is told of a record: the state it is in, since when, by whom, or that there is none. */
const OF_A_RECORD =
  /(?:^|[._])(?:badges?|by|case|done|empty|error|facts?|flag|incident|kept|leaving|none|nothing|of|problem|since|states?|status|to|undo|until)(?:\.\w+|_\w+)?$/
/** Parts of keys of what is said before an act, or when it failed: of a screen they tell nothing. */
const OF_AN_ACT = /(?:^|[._])(?:ask|cancel|closed|confirm|delete|end|error|expired|failed|gone|remove|restore|revoke|stop|undo|void)(?:[._]|$)/

/** General, in the group General, is said once. */
const isNext = (name: string, index: number, names: string[]) => name !== names[index - 1]

/** One screen: its own name, and what stands on it. */
function onScreen(say: Say, plugin: string, address: string, keys: string[], groups: AdminMenuGroup[], places: AdminPlace[]): Askable[] {
  if (address === OWN_ACCOUNT || address.startsWith(`${OWN_ACCOUNT}/`)) return ofAccount(say, plugin, address, keys)
  const own = places.filter((place) => place.plugin === plugin)
  const at = positionOf(groups, address.replace(/\/:.*$/, '')) ?? (own[0] && positionOf(groups, own[0].to))
  if (!at) return []
  const { group, entry, place } = at
  const to = address.includes(':') ? place.to : address
  const path = [group.title, ...(place === entry ? [] : [entry.label])].filter(isNext)
  const all = new Set(keys)
  const made = new Map<string, Askable>()
  for (const key of keys) {
    const text = say(plugin, key)
    const isScreen = key === place.title && plugin === place.plugin
    if (!isScreen && (parentOf(key, all) || !isLabel(text) || OF_A_RECORD.test(key) || !/\p{L}{2}/u.test(text))) continue
    // another screen that this one leads to
    if (!isScreen && own.some(({ title }) => title === key)) continue
    made.set(key, {
      id: `${plugin}:${key}`,
      label: text,
      path: isScreen ? path : [...path, place.label].filter(isNext),
      icon: place.icon,
      to: isScreen ? to : `${to}#find=${plugin}:${key}`,
      words: plain(text),
      others: '',
      texts: [],
      isScreen,
    })
  }
  const screen = [...made.values()].find(({ isScreen }) => isScreen)
  for (const key of keys) {
    const text = say(plugin, key)
    const own = made.get(parentOf(key, all) ?? '')
    // other words are those of what they name: where that is another screen, they are not of this one
    if (key.endsWith('.find')) {
      if (own) own.others += plain(text)
      continue
    }
    if (key.endsWith('.where')) {
      if (own) own.where = text
      continue
    }
    const owner = own ?? (text.length <= LABEL_LETTERS || made.has(key) || OF_AN_ACT.test(key) ? undefined : screen)
    if (!owner) continue
    if (!/\{\w+, plural/.test(text)) owner.texts.push(text)
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
  const all = new Set(keys)
  const onGeneral = new Set(switches.map(({ key }) => `settings.${key}`))
  return keys
    .filter((key) => !parentOf(key, all))
    .flatMap((key) => {
      const general = onGeneral.has(key)
      if (!general && !has_settings) return []
      const label = say(id, key)
      if (!isLabel(label)) return []
      const path = general
        ? [say('shell', 'admin.group.general'), say('shell', 'admin.general')].filter(isNext)
        : [say('shell', 'admin.group.general'), say('shell', 'admin.plugins'), title]
      const to = `${general ? '/settings' : `/settings/plugins/${id}`}#find=${id}:${key}`
      const texts = keys.filter((other) => parentOf(other, all) === key && !/\.(?:find|where)$/.test(other)).map((other) => say(id, other))
      const others = keys.includes(`${key}.find`) ? plain(say(id, `${key}.find`)) : ''
      return [{ id: `${id}:${key}`, label, path, icon: 'sliders-horizontal', to, words: plain(label), others, texts, isScreen: false }]
    })
}

/** Better ones first; null where the words are not there. @param stems of the words that are asked for */
function rank(one: Askable, asked: string[], stems: string[]): { score: number; excerpt?: string; isExact?: boolean } | null {
  const whole = ` ${asked.join(' ')}`
  const words = `${one.words} `
  if (words === `${whole} `) return { score: one.isScreen ? 0 : 1, isExact: true }
  if (words.startsWith(whole)) return { score: one.isScreen ? 2 : words.startsWith(`${whole} `) ? 3 : 4 }
  // a whole page that is looked for by this word means more than a control that merely has it
  if (one.isScreen && has(one.others, asked)) return { score: 4 }
  if (has(words, asked)) return { score: 5 }
  if (has(one.others, asked)) return { score: 6 }
  if (has(words, stems)) return { score: 6 }
  const excerpt = one.texts.find((text) => has(plain(text), asked))
  // what is written on a screen says less than the help of a label
  if (excerpt) return { score: one.isScreen ? 8 : 7, excerpt: excerpt.replace(GAP, '…') }
  return has(`${one.words}${plain(one.path.join(' '))}`, asked) ? { score: 9 } : null
}

/** All that one can ask for, of the screens in the menu. @param holders the plugins that are on */
export function askables(index: Index, groups: AdminMenuGroup[], holders: Holder[], say: Say): Askable[] {
  const places: AdminPlace[] = groups.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...entry.tabs.slice(1)]))
  const asked = Object.entries(index).flatMap(([plugin, screens]) => {
    const holder = holders.find(({ id }) => id === plugin)
    return Object.entries(screens).flatMap(([address, keys]) =>
      address !== ELSEWHERE ? onScreen(say, plugin, address, keys, groups, places) : holder ? elsewhere(say, holder, keys) : [],
    )
  })
  // Edit, Copy or Name, which many screens have, lead nowhere by themselves
  const screensOf = Map.groupBy(
    asked.filter(({ isScreen, others }) => !isScreen && !others),
    ({ words }) => words,
  )
  const common = new Set([...screensOf].filter(([, all]) => new Set(all.map(({ to }) => to.split('#')[0])).size > COMMON).map(([words]) => words))
  return asked.filter((one) => one.isScreen || one.others !== '' || !common.has(one.words))
}

/** What a text finds, best first. A question that finds nothing as it stands is asked again by the words that name something. */
export function ask(all: Askable[], text: string): FoundSetting[] {
  const asked = plain(text).trim().split(' ')
  const found = matching(all, asked)
  return found.length > 0
    ? found
    : matching(
        all,
        asked.filter((word) => !EMPTY.has(word)),
      )
}
function matching(all: Askable[], asked: string[]): FoundSetting[] {
  if (!asked[0]) return []
  const stems = asked.map(stem)
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  return all
    .flatMap((one) => {
      const found = rank(one, asked, stems)
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
