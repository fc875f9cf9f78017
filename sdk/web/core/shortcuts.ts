/** Keys and palette entries: whoever is on screen registers them, the shell's palette and help list them. */
import { useEffect, useRef, useSyncExternalStore } from 'react'

export interface Shortcut {
  /** `mod+k` (command or ctrl), `shift+?`, `j`, or a sequence such as `g h`. */
  keys: string
  label: string
}
interface Bound extends Shortcut {
  /** Dialogs that were open when it was bound. */
  over: number
  run: (event: KeyboardEvent) => void
}
export interface PaletteAction {
  id: string
  title: string
  icon?: string
  /** Shown beside the title, and bound while the action is registered. */
  keys?: string
  order?: number
  /** Further words by which it is found. */
  words?: string
  run: () => void
}

/** A list that components join while they are mounted. */
class Roll<T> {
  #items: readonly T[] = []
  readonly #listeners = new Set<() => void>()
  join(item: T): () => void {
    this.#set([...this.#items, item])
    return () => this.#set(this.#items.filter((other) => other !== item))
  }
  readonly list = () => this.#items
  readonly watch = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
  #set(items: readonly T[]) {
    this.#items = items
    for (const listener of this.#listeners) listener()
  }
}
const shortcuts = new Roll<Bound>()
const actions = new Roll<PaletteAction>()

/** The second key of a sequence must follow within this time. */
const SEQUENCE_MS = 1200
const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

const strokeOf = (event: KeyboardEvent): string => {
  const key = event.key.toLowerCase()
  const mod = apple ? event.metaKey : event.ctrlKey
  // Shift is part of what a sign like "?" is; it is named only with letters and named keys.
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key))
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift ? 'shift+' : ''}${key}`
}
const writes = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** What lies over the page, and with `data-own-keys` what gives keys a meaning of its own, as the letters of answers. */
const openDialogs = () => document.querySelectorAll('[role=dialog], [role=alertdialog], [data-own-keys]').length

let before: { stroke: string; at: number } | null = null
function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
  const stroke = strokeOf(event)
  const held = event.metaKey || event.ctrlKey || event.altKey
  if (!held && writes(event.target)) return
  const sequence = before && performance.now() - before.at < SEQUENCE_MS ? `${before.stroke} ${stroke}` : null
  before = { stroke, at: performance.now() }
  // The one registered last lies on top: a dialog's before the screen's.
  // Behind a dialog single keys rest.
  const open = held ? 0 : openDialogs()
  const bound = shortcuts.list().filter(({ over }) => over >= open)
  const found = bound.findLast(({ keys }) => keys === sequence) ?? bound.findLast(({ keys }) => keys === stroke)
  if (!found) return
  before = null
  event.preventDefault()
  found.run(event)
}
let listening = false
function listen(): void {
  if (listening) return
  listening = true
  addEventListener('keydown', onKey)
}

/** Binds keys while the component is mounted; an empty `keys` binds nothing. Single keys rest while one types. */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, label: string): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!keys) return
    listen()
    return shortcuts.join({ keys, label, over: openDialogs(), run: (event) => latest.current(event) })
  }, [keys, label])
}
/** All keys that work now, for the help that `?` opens. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(shortcuts.watch, shortcuts.list)

/** Offers an entry of the command palette while the component is mounted. */
export function useAction(action: PaletteAction): void {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  const { id, title, icon, keys = '', order, words } = action
  useEffect(() => actions.join({ id, title, icon, keys, order, words, run: () => latest.current.run() }), [id, title, icon, keys, order, words])
  useShortcut(keys, () => latest.current.run(), title)
}
/** What components on screen offer to the command palette, in order. */
export const useActions = (): readonly PaletteAction[] => useSyncExternalStore(actions.watch, actions.list)
