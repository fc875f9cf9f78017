/** Menus while they are edited: a flat list, in which a nested link belongs to the nearest one before it that is not. */
import type { MENUS, Navigation, NavItem } from '../../../contract.ts'

export type Menu = (typeof MENUS)[number]
export type NavigationDraft = Omit<Navigation, 'version'>
/** Whom the preview is drawn for. */
export type Viewer = 'visitors' | 'members'

/** As many as the contract takes. */
export const MAX_LINKS = 40
/** Menus in which links open others. */
export const NESTING: readonly Menu[] = ['header']
/** Menus that visitors see too. */
export const FOR_ALL: readonly Menu[] = ['header', 'footer', 'phone']

export const draftOf = ({ version: _version, ...draft }: Navigation): NavigationDraft => draft
export const newItem = (key: string): NavItem => ({ key, label: '', to: '', is_nested: false, is_button: false, audience: 'everybody', opens_new_tab: false })

export interface Branch {
  item: NavItem
  children: NavItem[]
}
export function branchesOf(items: readonly NavItem[]): Branch[] {
  const branches: Branch[] = []
  for (const item of items) {
    const last = branches.at(-1)
    if (item.is_nested && last) last.children.push(item)
    else branches.push({ item, children: [] })
  }
  return branches
}
const flat = (branches: readonly Branch[]): NavItem[] => branches.flatMap(({ item, children }) => [item, ...children])

/** The list after a drag: a link takes along those nested in it. */
export function moved(before: readonly NavItem[], after: readonly NavItem[], item: NavItem): NavItem[] {
  if (item.is_nested) return after.map((one, index) => (index === 0 ? { ...one, is_nested: false } : one))
  const place = new Map(after.map(({ key }, index) => [key, index]))
  return flat(branchesOf(before).toSorted((one, other) => place.get(one.item.key)! - place.get(other.item.key)!))
}
/** Without one link; those nested in it move up to its level. */
export function without(items: readonly NavItem[], item: NavItem): NavItem[] {
  return flat(
    branchesOf(items).flatMap((branch) =>
      branch.item.key === item.key
        ? branch.children.map((child) => ({ item: { ...child, is_nested: false }, children: [] }))
        : [{ ...branch, children: branch.children.filter(({ key }) => key !== item.key) }],
    ),
  )
}
/** A link may be nested below one that is there, with none nested in itself. */
export const mayNest = (items: readonly NavItem[], item: NavItem): boolean => {
  const branches = branchesOf(items)
  const at = branches.findIndex((branch) => branch.item.key === item.key)
  return at > 0 && branches[at]!.children.length === 0 && !branches[at - 1]!.item.is_button
}
/** What somebody sees of a menu. */
export const seenBy = (viewer: Viewer, items: readonly NavItem[]): Branch[] =>
  branchesOf(items)
    .filter(({ item }) => item.audience === 'everybody' || item.audience === viewer)
    .map(({ item, children }) => ({ item, children: children.filter(({ audience }) => audience === 'everybody' || audience === viewer) }))
