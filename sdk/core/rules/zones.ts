/** Time zones as people know them: by the city of today, by its former name, with and without accents. */
import { bareText } from './texts.ts'

/** Names that were changed, by those that some browsers still list. Both stay valid for ever. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Dacca': 'Asia/Dhaka',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Ulan_Bator': 'Asia/Ulaanbaatar',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
const UTC_NAMES = new Set(['Etc/UTC', 'Etc/GMT', 'Etc/Zulu', 'Etc/Universal', 'GMT', 'Zulu', 'Universal'])
const MAX_NAME = 60

const known = new Map<string, boolean>()
/** Whether clocks go by it. Offsets like `+05:30` are none: they know nothing of summer. */
export function isZone(name: string): boolean {
  let is = known.get(name)
  if (is !== undefined) return is
  try {
    is = name.length <= MAX_NAME && !/^[+-]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    is = false
  }
  if (known.size < 1_000) known.set(name, is)
  return is
}
/** The name of today of a zone. */
export const zoneOfToday = (name: string): string => (UTC_NAMES.has(name) ? 'UTC' : (RENAMED[name] ?? name))
/** The zone of this machine: in browsers the reader's. */
export const ownZone = (): string => zoneOfToday(Intl.DateTimeFormat().resolvedOptions().timeZone)
/** "Asia/Ho_Chi_Minh" as people say it: "Ho Chi Minh". */
export const zoneCity = (name: string): string => zoneOfToday(name).split('/').at(-1)!.replaceAll('_', ' ')
const partOf = (name: string, locale: string, moment: string | Date, timeZoneName: Intl.DateTimeFormatOptions['timeZoneName']): string =>
  new Intl.DateTimeFormat(locale, { timeZone: name, timeZoneName }).formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? name
/** "GMT+1" */
export const zoneOffset = (name: string, locale: string, moment: string | Date = new Date()): string =>
  partOf(name, locale, moment, 'short').replace(/\+0$/, '')
/** "Central European Time": beside a time that is not told by the reader's own clocks. */
export const zoneName = (name: string, locale: string, moment: string | Date = new Date()): string =>
  zoneOfToday(name) === 'UTC' ? 'UTC' : partOf(name, locale, moment, 'longGeneric')

const wordsOf = (text: string): string[] =>
  bareText(text)
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean)

let all: { name: string; words: string[]; city: string }[] | undefined
function zones() {
  if (all) return all
  const former = new Map<string, string[]>()
  for (const [old, name] of Object.entries(RENAMED)) former.set(name, [...(former.get(name) ?? []), old])
  const listed = ['UTC', ...Intl.supportedValuesOf('timeZone').map(zoneOfToday), ...Object.values(RENAMED)]
  return (all = [...new Set(listed)].filter(isZone).map((name) => ({
    name,
    words: [name, ...(former.get(name) ?? [])].flatMap(wordsOf),
    city: bareText(zoneCity(name)),
  })))
}
/**
 * Zones by any part of their present or former name; those whose city begins so come first.
 * @param text empty: UTC, then all by their names
 */
export function findZones(text: string, most: number): string[] {
  const asked = wordsOf(text)
  const begins = asked.join(' ')
  const found = zones().filter(({ words }) => asked.every((part) => words.some((word) => word.includes(part))))
  const first = found.filter(({ city }) => city.startsWith(begins))
  return [...first, ...found.filter((zone) => !first.includes(zone))].slice(0, most).map(({ name }) => name)
}
