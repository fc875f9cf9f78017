/** `imsmanifest.xml` of SCORM 1.2, SCORM 2004 and Common Cartridge: what can be opened, in which order, and what it is called. No files, no tables. */
import path from 'node:path'
import { cut, invalid } from '@atrium/sdk'
import { parseXml, type XmlNode } from '@atrium/sdk/server'
import type { PackageKind } from '../../contract.ts'

type Tag = XmlNode & { name: string; attribs: Record<string, string>; children: XmlNode[] }

/** A part that opens by itself. `href` is the path of its file in the archive, with what follows `?`. */
export interface Launchable {
  id: string
  title: string
  depth: number
  href: string
  isTracked: boolean
  /** Of SCORM 1.2: 0 to 100. */
  mastery: number | null
  /** Of SCORM 2004: -1 to 1. */
  passing: number | null
  launchData: string
}
export interface OutlineSection {
  title: string
  lessons: { title: string; href: string | null; link: string | null }[]
}
export interface Manifest {
  kind: PackageKind
  title: string
  items: Launchable[]
  outline: OutlineSection[]
}

const MOST_ITEMS = 500
const unreadable = (message: string) => invalid({ file: [message] }, message, 'invalid_package')
const bare = (name: string) => name.replace(/^.*:/, '').toLowerCase()
const tags = (node: { children?: XmlNode[] | undefined }, name: string): Tag[] =>
  (node.children ?? []).filter((child): child is XmlNode & Tag => child.name !== undefined && bare(child.name) === name)
const tag = (node: { children?: XmlNode[] | undefined }, name: string): Tag | undefined => tags(node, name)[0]
function textOf(node: XmlNode | Tag | undefined): string {
  if (!node) return ''
  if ('data' in node && node.data !== undefined && !node.children) return node.data
  return (node.children ?? []).map(textOf).join('')
}
const words = (node: Tag | undefined, most: number) => cut(textOf(node).replace(/\s+/g, ' ').trim(), most)
/** By the name without prefix, as makers choose theirs; case too differs (`adlcp:scormtype`, `adlcp:scormType`). */
const attribute = (node: Tag, name: string): string => Object.entries(node.attribs).find(([key]) => bare(key) === name)?.[1] ?? ''
function all(node: { children?: XmlNode[] | undefined }, name: string): Tag[] {
  return (node.children ?? []).flatMap((child) => (child.name === undefined ? [] : [...(bare(child.name) === name ? [child as Tag] : []), ...all(child, name)]))
}

/** The path in the archive, or null for an address elsewhere or above. */
export function pathIn(base: string, href: string): { file: string; search: string } | null {
  const [, file = '', search = ''] = /^([^?#]*)(.*)$/s.exec(href.trim()) ?? []
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(file) || !file) return null
  let decoded: string
  try {
    decoded = decodeURIComponent(file)
  } catch {
    decoded = file
  }
  const joined = path.posix.normalize(path.posix.join(base, decoded.replaceAll('\\', '/')))
  return joined.startsWith('..') || path.posix.isAbsolute(joined) ? null : { file: joined, search }
}

function kindOf(manifest: Tag): PackageKind {
  const metadata = tag(manifest, 'metadata')
  const schema = metadata ? words(tag(metadata, 'schema'), 100).toLowerCase() : ''
  const version = metadata ? words(tag(metadata, 'schemaversion'), 100).toLowerCase() : ''
  if (schema.includes('common cartridge')) return 'cartridge'
  if (/^(2004|cam|1\.3)/.test(version)) return 'scorm2004'
  const namespaces = Object.values(manifest.attribs).join(' ')
  if (/imsccv1p|imscc\//.test(namespaces)) return 'cartridge'
  return /adlcp_v1p3|imsss/.test(namespaces) ? 'scorm2004' : 'scorm12'
}
const numberOf = (text: string, least: number, most: number): number | null => {
  const value = Number.parseFloat(text)
  return Number.isFinite(value) && value >= least && value <= most ? value : null
}

/**
 * @param root folder of the manifest in the archive, '' or ending in /
 * @param has whether the archive has such a file
 * @throws AtriumError 422 `invalid_package`
 */
export function readManifest(xml: string, root: string, has: (file: string) => boolean): Manifest {
  const manifest = tag(parseXml(xml), 'manifest')
  if (!manifest) throw unreadable('The package manifest can’t be read.')
  const kind = kindOf(manifest)
  const resources = tag(manifest, 'resources')
  const baseOf = (node: Tag | undefined) => (node ? attribute(node, 'base') : '')
  const base = path.posix.join(root, baseOf(manifest), baseOf(resources))
  const byId = new Map((resources ? tags(resources, 'resource') : []).map((one) => [attribute(one, 'identifier'), one]))
  const organizations = tag(manifest, 'organizations')
  const offered = organizations ? tags(organizations, 'organization') : []
  const organization = offered.find((one) => attribute(one, 'identifier') === attribute(organizations!, 'default')) ?? offered[0]
  const title = words(organization && tag(organization, 'title'), 200)
  if (kind === 'cartridge') return { kind, title, items: [], outline: outlineOf(organization, byId, base, has) }

  const items: Launchable[] = []
  const add = (resource: Tag, item: Tag | null, depth: number) => {
    const found = pathIn(path.posix.join(base, baseOf(resource)), attribute(resource, 'href'))
    if (!found) return
    if (!has(found.file)) throw unreadable('The package manifest lists a file that is missing.')
    if (items.length >= MOST_ITEMS) throw unreadable('This package has too many parts.')
    const parameters = item ? attribute(item, 'parameters') : ''
    const sequencing = item ? all(item, 'minnormalizedmeasure')[0] : undefined
    items.push({
      id: cut(attribute(item ?? resource, 'identifier'), 300) || `item-${items.length + 1}`,
      title: words(item ? tag(item, 'title') : undefined, 200) || title || found.file,
      depth,
      href: found.file + joinSearch(found.search, parameters),
      isTracked: attribute(resource, 'scormtype').toLowerCase() !== 'asset',
      mastery: item ? numberOf(words(tag(item, 'masteryscore'), 20), 0, 100) : null,
      passing: sequencing ? numberOf(words(sequencing, 20), -1, 1) : null,
      launchData: words(item ? (tag(item, 'datafromlms') ?? tag(item, 'dataFromLMS'.toLowerCase())) : undefined, 4_000),
    })
  }
  const walk = (node: Tag, depth: number) => {
    if (depth > 20) throw unreadable('The package manifest has too many levels.')
    for (const item of tags(node, 'item')) {
      const resource = byId.get(attribute(item, 'identifierref'))
      if (resource && attribute(item, 'isvisible').toLowerCase() !== 'false') add(resource, item, depth)
      walk(item, depth + 1)
    }
  }
  if (organization) walk(organization, 0)
  // a package without an organization is what its first SCO opens
  if (items.length === 0) {
    const first =
      [...byId.values()].find((one) => attribute(one, 'scormtype').toLowerCase() === 'sco') ?? [...byId.values()].find((one) => attribute(one, 'href'))
    if (first) add(first, null, 0)
  }
  if (items.length === 0) throw unreadable('This package has nothing to open.')
  const ids = new Set<string>()
  for (const item of items) {
    if (ids.has(item.id)) item.id = `${item.id}-${ids.size}`
    ids.add(item.id)
  }
  return { kind, title: title || items[0]!.title, items, outline: [] }
}

/** `?a` of the resource and `?b` of the item are one query (SCORM 2004 CAM, section 3.4.1.17). */
function joinSearch(search: string, parameters: string): string {
  const more = parameters.replace(/^[?&]+/, '')
  if (!more) return search
  if (more.startsWith('#')) return search.includes('#') ? search : search + more
  return search.startsWith('?') ? `${search}&${more}` : `?${more}${search}`
}

/** Sections are the items of the first level that hold others; what stands alone is collected in one. */
function outlineOf(organization: Tag | undefined, byId: Map<string, Tag>, base: string, has: (file: string) => boolean): OutlineSection[] {
  const sections: OutlineSection[] = []
  let lessons = 0
  const leaf = (item: Tag): OutlineSection['lessons'][number] => {
    if (++lessons > MOST_ITEMS) throw unreadable('This package has too many parts.')
    const resource = byId.get(attribute(item, 'identifierref'))
    const first = resource ? attribute(resource, 'href') || tags(resource, 'file').map((one) => attribute(one, 'href'))[0] || '' : ''
    const found = first ? pathIn(base, first) : null
    return {
      title: words(tag(item, 'title'), 200) || 'Lesson',
      href: found && has(found.file) ? found.file : null,
      link: /^https?:\/\//i.test(first) ? first : null,
    }
  }
  const leaves = (item: Tag, depth = 0): OutlineSection['lessons'] => {
    if (depth > 20) throw unreadable('The package manifest has too many levels.')
    return tags(item, 'item').flatMap((child) => [...(attribute(child, 'identifierref') ? [leaf(child)] : []), ...leaves(child, depth + 1)])
  }
  const top = organization ? tags(organization, 'item') : []
  // the specification has one item without a title round all others
  const roots = top.length === 1 && !attribute(top[0]!, 'identifierref') ? tags(top[0]!, 'item') : top
  for (const item of roots) {
    const inside = leaves(item)
    if (attribute(item, 'identifierref')) inside.unshift(leaf(item))
    if (inside.length === 0) continue
    const isSection = tags(item, 'item').length > 0
    const before = sections.at(-1)
    if (isSection || !before) sections.push({ title: words(tag(item, 'title'), 200) || 'Section', lessons: inside })
    else before.lessons.push(...inside)
  }
  if (sections.length === 0) throw unreadable('This package has nothing to open.')
  return sections
}

/** The address of a web link (`imswl`): its one `url`. @throws AtriumError 422 */
export const webLinkOf = (xml: string): string | null => {
  const [url] = all(parseXml(xml), 'url')
  const href = url ? attribute(url, 'href') : ''
  return /^https?:\/\//i.test(href) ? cut(href, 2_000) : null
}
