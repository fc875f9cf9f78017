/** The XML of WebDAV: what a program asks for, and answers of many parts. No tables, no rights. */
import { AtriumError, sentence } from '@atrium/sdk'
import { parseXml, readBytes, type XmlNode } from '@atrium/sdk/server'

export const DAV = 'DAV:'
export const CALDAV = 'urn:ietf:params:xml:ns:caldav'
export const SERVER = 'http://calendarserver.org/ns/'
const PREFIXES: Record<string, string> = { [DAV]: 'd', [CALDAV]: 'c', [SERVER]: 's' }
const MOST_BYTES = 256 * 1024
/** Programs ask for a handful of properties. */
const MOST_NAMES = 50

/** An element with its name as the namespace has it. */
export interface Tag {
  space: string
  name: string
  attributes: Record<string, string>
  children: Tag[]
  text: string
}

function spaceOf(node: XmlNode, prefix: string): string {
  const key = prefix ? `xmlns:${prefix}` : 'xmlns'
  for (let at: XmlNode | null | undefined = node; at; at = at.parent) if (at.attribs?.[key] !== undefined) return at.attribs[key]
  return ''
}
function tagOf(node: XmlNode): Tag {
  const [, prefix = '', name = ''] = /^(?:([^:]*):)?(.*)$/.exec(node.name!) ?? []
  const children = node.children ?? []
  return {
    ...{ space: spaceOf(node, prefix), name, attributes: node.attribs ?? {} },
    children: children.filter((child) => child.name !== undefined).map(tagOf),
    text: children
      .map((child) => child.data ?? '')
      .join('')
      .trim(),
  }
}
/** The element that a program sent; null where it sent nothing. @throws AtriumError 400, 413 */
export async function readXml(body: AsyncIterable<Uint8Array>): Promise<Tag | null> {
  const bytes = await readBytes(body, MOST_BYTES, 'This question is too long.')
  if (bytes.length === 0) return null
  const [first] = parseXml(bytes.toString('utf8'), { status: 400 }).children.filter(({ type }) => type === 'tag')
  if (!first) throw new AtriumError(400, 'invalid_xml', 'This isn’t valid XML.')
  return tagOf(first)
}
export const child = (tag: Tag | null | undefined, name: string): Tag | undefined => tag?.children.find((one) => one.name === name)
export const children = (tag: Tag | null | undefined, name: string): Tag[] => tag?.children.filter((one) => one.name === name) ?? []

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text as XML has it; what XML cannot say is left out. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!).replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** What there is to know of one address, by `space name`: XML, or the work of making it. */
export type Properties = Record<string, string | (() => string)>
export interface Answer {
  href: string
  /** Null: there is nothing at this address. */
  properties: Properties | null
}
export interface Wanted {
  /** Null: all that are cheap. */
  names: { space: string; name: string }[] | null
  /** Only what they are called. */
  namesOnly: boolean
}
/** Each of what is asked for once. @throws AtriumError 403 for more than there can be */
export function wantedOf(asked: Tag | null): Wanted {
  const named = child(asked, 'prop')?.children
  const names = named && [...new Map(named.map(({ space, name }) => [`${space} ${name}`, { space, name }])).values()]
  if (names && names.length > MOST_NAMES)
    throw new AtriumError(403, 'too_many_properties', sentence('Ask for up to {max} properties at a time.', { max: MOST_NAMES }))
  return { names: names ?? null, namesOnly: child(asked, 'propname') !== undefined }
}

function element({ space, name }: { space: string; name: string }, inner: string): string {
  const prefix = PREFIXES[space]
  const [open, close] = prefix ? [`${prefix}:${name}`, `${prefix}:${name}`] : [`x:${escaped(name)} xmlns:x="${escaped(space)}"`, `x:${escaped(name)}`]
  return inner === '' ? `<${open}/>` : `<${open}>${inner}</${close}>`
}
const propstat = (inner: string, status: string) => `<d:propstat><d:prop>${inner}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat>`
function response({ href, properties }: Answer, { names, namesOnly }: Wanted): string {
  const head = `<d:response><d:href>${escaped(href)}</d:href>`
  if (!properties) return `${head}<d:status>HTTP/1.1 404 Not Found</d:status></d:response>`
  const named = (key: string) => ({ space: key.slice(0, key.indexOf(' ')), name: key.slice(key.indexOf(' ') + 1) })
  // what takes work is told to who names it
  const wanted = names ?? Object.keys(properties).flatMap((key) => (namesOnly || typeof properties[key] === 'string' ? named(key) : []))
  let found = ''
  let missing = ''
  for (const one of wanted) {
    const value = properties[`${one.space} ${one.name}`]
    if (value === undefined) missing += element(one, '')
    else found += element(one, namesOnly ? '' : typeof value === 'string' ? value : value())
  }
  return `${head}${found || !missing ? propstat(found, '200 OK') : ''}${missing ? propstat(missing, '404 Not Found') : ''}</d:response>`
}
const HEAD = '<?xml version="1.0" encoding="utf-8"?>'
export const SPACES = Object.entries(PREFIXES)
  .map(([space, prefix]) => `xmlns:${prefix}="${space}"`)
  .join(' ')
export const multistatus = (answers: Answer[], wanted: Wanted): string =>
  `${HEAD}<d:multistatus ${SPACES}>${answers.map((answer) => response(answer, wanted)).join('')}</d:multistatus>`
export const refused = (reason: string): string => `${HEAD}<d:error ${SPACES}>${reason}</d:error>`
