/** The keys of the editor beside those of Puck, which undoes and deletes: save, copy, paste, duplicate. */
import { useCallback, useEffect, useRef } from 'react'
import { clip, clipped } from './clipboard.ts'
import type { Blocks } from './useBlocks.ts'

const writes = (target: EventTarget | null): boolean => {
  const element = target as HTMLElement | null
  return Boolean(element?.isContentEditable || /^(input|textarea|select)$/i.test(element?.tagName ?? ''))
}

/** @returns the handler, for the document of the canvas too */
export function useKeys(blocks: Blocks, save: () => void): (event: KeyboardEvent) => void {
  const latest = useRef({ blocks, save })
  latest.current = { blocks, save }
  const onKeyDown = useCallback((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    const now = latest.current
    if (key === 's') {
      event.preventDefault()
      return now.save()
    }
    const selection = (event.target as Node | null)?.ownerDocument?.getSelection()
    if (writes(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]') || (key === 'c' && selection && !selection.isCollapsed)) return
    const chosen = now.blocks.selected()
    if (key === 'c' && chosen) clip(chosen)
    else if (key === 'd' && chosen) now.blocks.duplicate(chosen.props.id)
    else if (key === 'v') {
      const copied = clipped()
      if (!copied) return
      now.blocks.add(copied, chosen?.props.id ?? null)
    } else return
    event.preventDefault()
  }, [])
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onKeyDown])
  return onKeyDown
}
