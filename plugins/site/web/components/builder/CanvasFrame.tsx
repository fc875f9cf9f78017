/** Within the canvas's document: the page's styles, those of the editor, and what the keys do there too. */
import { directionOf } from '@atrium/sdk'
import { useT } from '@atrium/sdk/web'
import { type ReactNode, useEffect } from 'react'
import { usePageCss } from './drawings.ts'
import { listenTo } from './useFileDrop.ts'

interface CanvasFrameProps {
  document?: Document
  /** In which the page is written. */
  language: string
  onKeyDown: (event: KeyboardEvent) => void
  onDrag: (event: DragEvent) => void
  children: ReactNode
}
export function CanvasFrame({ document: inside, language, onKeyDown, onDrag, children }: CanvasFrameProps) {
  const t = useT()
  const css = usePageCss()
  useEffect(() => {
    if (!inside) return
    inside.documentElement.lang = language
    inside.documentElement.dir = directionOf(language)
    inside.title = t('builder.canvas')
    inside.defaultView?.frameElement?.setAttribute('title', t('builder.canvas'))
  }, [inside, language, t])
  useEffect(() => {
    inside?.addEventListener('keydown', onKeyDown)
    return () => inside?.removeEventListener('keydown', onKeyDown)
  }, [inside, onKeyDown])
  useEffect(() => inside && listenTo(inside, onDrag), [inside, onDrag])
  return (
    <>
      <style>{css}</style>
      <style>{EDITOR_CSS}</style>
      {children}
    </>
  )
}

/** The canvas has none of the interface's styles: what the editor puts into it brings its own. */
const EDITOR_CSS = `
:root { --puck-color-selection-bg: #2b59d90f; --puck-color-selection-border: #2b59d9; --puck-color-line-placeholder: #2b59d9; --puck-color-azure-06: #2b59d9; }
body { margin: 0; min-height: 100vh; }
.ed-wait { min-height: 120px; background: #8881; }
.ed-empty { margin: 0; padding: 28px 20px; font: 14px/1.5 system-ui, sans-serif; color: #555; background: #8881; outline: 1px dashed #8888; outline-offset: -8px; text-align: center; }
.ed-trouble { margin: 0; padding: 10px 16px; font: 14px/1.5 system-ui, sans-serif; color: #7a1d12; background: #fdecea; }
.ed-slot { min-height: 64px; width: 100%; }
.ed-shown-to { position: absolute; z-index: 2; inset-block-start: 6px; inset-inline-end: 6px; padding: 2px 8px; border-radius: 99px; font: 500 12px/18px system-ui, sans-serif; color: #fff; background: #333c; }
.ed-bar { display: flex; align-items: center; gap: 2px; padding: 3px; border-radius: 8px; background: #fff; color: #222; box-shadow: 0 0 0 1px #0001, 0 4px 14px #0003; font: 600 12px/1 system-ui, sans-serif; transform-origin: right top; }
.ed-bar b { padding: 0 8px; }
.ed-bar button { all: unset; box-sizing: border-box; display: grid; place-items: center; width: 30px; height: 30px; border-radius: 6px; cursor: pointer; }
.ed-bar button:hover { background: #0001; }
.ed-bar button:focus-visible { outline: 2px solid #1d5fd1; }
.ed-bar svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
`
