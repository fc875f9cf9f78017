/** A strip of tools that floats over what is selected, as long as one writes or works in the strip. */
import { type Editor, posToDOMRect } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { layerOf } from '../ui/lazy/place.ts'

interface FloatProps {
  editor: Editor
  /** Asked after each change. */
  shows: (editor: Editor) => boolean
  /** What it floats over; default the selection. */
  over?: (editor: Editor) => Element | null
  children: ReactNode
}

const GAP = 8
const EDGE = 8

function rectOf(editor: Editor, over: FloatProps['over']): DOMRect | null {
  const { view, state } = editor
  const element = over ? over(editor) : state.selection instanceof NodeSelection ? view.nodeDOM(state.selection.from) : null
  if (element instanceof Element) return element.getBoundingClientRect()
  return over ? null : posToDOMRect(view, state.selection.from, state.selection.to)
}

export function Float({ editor, shows, over, children }: FloatProps) {
  const strip = useRef<HTMLDivElement>(null)
  const asked = useRef({ shows, over })
  asked.current = { shows, over }
  const [shown, setShown] = useState(false)

  useEffect(() => {
    let waiting = 0
    const look = () => {
      cancelAnimationFrame(waiting)
      // The browser moves the focus after it has told that it left.
      waiting = requestAnimationFrame(() => {
        if (editor.isDestroyed) return
        const inside = editor.isFocused || Boolean(strip.current?.contains(document.activeElement))
        setShown(inside && editor.isEditable && asked.current.shows(editor))
      })
    }
    editor.on('transaction', look).on('focus', look).on('blur', look)
    look()
    return () => {
      cancelAnimationFrame(waiting)
      editor.off('transaction', look).off('focus', look).off('blur', look)
    }
  }, [editor])

  useLayoutEffect(() => {
    if (!shown) return
    const place = () => {
      const rect = strip.current && !editor.isDestroyed ? rectOf(editor, asked.current.over) : null
      if (!rect || !strip.current) return
      const { style, offsetHeight: height, offsetWidth: width } = strip.current
      const above = rect.top - GAP - height
      style.top = `${above > EDGE ? above : Math.min(rect.bottom + GAP, innerHeight - EDGE - height)}px`
      style.left = `${Math.max(EDGE, Math.min(rect.left, innerWidth - EDGE - width))}px`
    }
    place()
    editor.on('transaction', place)
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      editor.off('transaction', place)
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [shown, editor])

  if (!shown) return null
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back to the text, wherever in the strip one is
    <div
      ref={strip}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        editor.commands.focus()
      }}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && !editor.view.dom.contains(event.relatedTarget) && setShown(false)}
      style={{ top: -9999 }}
      className="fixed z-60 flex max-w-[calc(100vw-16px)] animate-fade items-center gap-0.5 overflow-x-auto rounded-card bg-surface p-1 shadow-float"
    >
      {children}
    </div>,
    layerOf(editor.view.dom),
  )
}
