/** The keys of the editor: arrows walk from card to card, alt and arrows move one, delete removes it, and changes are taken back. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

export interface CanvasActs {
  onMove: (card: string, by: -1 | 1) => void
  onRemove: (card: string) => void
  undo: () => void
  redo: () => void
}
const nodesIn = (root: ParentNode | null) => [...(root?.querySelectorAll<HTMLElement>('[data-node]') ?? [])]
const writes = (target: EventTarget) => target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** @returns what handles keys, and what puts the focus on a card once it is there */
export function useCanvasKeys(root: RefObject<HTMLElement | null>, { onMove, onRemove, undo, redo }: CanvasActs) {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const node = nodesIn(root.current).find((one) => one.dataset['node'] === wanted.current)
    if (!node) return
    wanted.current = null
    node.focus()
  })
  const focus = (name: string) => {
    wanted.current = name
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || writes(event.target)) return
    const key = event.key.toLowerCase()
    if ((event.metaKey || event.ctrlKey) && (key === 'z' || key === 'y')) {
      event.preventDefault()
      return key === 'y' || event.shiftKey ? redo() : undo()
    }
    const node = (event.target as HTMLElement).closest<HTMLElement>('[data-node]')
    const name = node?.dataset['node']
    if (!node || !name) return
    const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined
    const isAlong = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (step) {
      event.preventDefault()
      if (event.altKey && isAlong) {
        onMove(name, step)
        focus(name)
      } else if (isAlong) {
        const all = nodesIn(root.current)
        all[all.indexOf(node) + step]?.focus()
      } else besideOf(node, step)?.focus()
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      const all = nodesIn(root.current)
      const before = all[all.indexOf(node) - 1]?.dataset['node']
      if (before) focus(before)
      onRemove(name)
    }
  }
  return { onKeyDown, focus }
}
/** The first card of the branch beside that of a card. */
function besideOf(node: HTMLElement, step: -1 | 1): HTMLElement | undefined {
  for (let branch = node.closest('[data-branch]'); branch; branch = branch.parentElement?.closest('[data-branch]') ?? null) {
    const beside = step > 0 ? branch.nextElementSibling : branch.previousElementSibling
    const [first] = nodesIn(beside)
    if (first) return first
  }
}
