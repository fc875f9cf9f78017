/** The editor's light face: its code comes at once for a page of writing, at the first touch for a reply box. */
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useWords } from '../core/i18n.tsx'
import type { EditorProps } from './props.ts'

type Code = typeof import('./TipTap.tsx')
let code: Code | null = null
const load = async (): Promise<Code> => (code ??= await import('./TipTap.tsx'))

export function Editor(props: EditorProps) {
  const t = useWords()
  const small = props.size === 'small'
  const [awake, setAwake] = useState(!small || props.value !== null || Boolean(props.autoFocus))
  // One textarea until the code is there: a second one would lack the focus, and lose what is typed meanwhile.
  const [typed, setTyped] = useState('')
  const [held, setHeld] = useState(Boolean(props.autoFocus))
  const [ready, setReady] = useState(code)
  const [failed, setFailed] = useState<unknown>(null)
  useEffect(() => {
    if (awake && !ready) load().then(setReady, setFailed)
  }, [awake, ready])
  const shown = awake ? ready : null
  const [dropped, setDropped] = useState<readonly File[]>([])
  const attach = (files: readonly File[]) => {
    setDropped(files)
    setHeld(true)
    setAwake(true)
  }
  const plain = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the code is there, the handle is its
  useImperativeHandle(shown ? undefined : props.ref, () => ({ focus: () => plain.current?.focus(), attach }), [shown])
  const label = props.label ?? props.placeholder ?? t('editor.label')
  if (failed) throw failed
  if (shown) return <shown.default {...props} label={label} initialText={typed} autoFocus={held} initialFiles={dropped} />
  return (
    <div className={small ? 'field rounded-card border-field' : ''}>
      <textarea
        ref={plain}
        rows={1}
        value={typed}
        aria-label={label}
        placeholder={props.placeholder}
        disabled={props.disabled}
        onPointerEnter={() => void load().catch(() => {})}
        // biome-ignore lint/a11y/noAutofocus: whoever opens a reply box is about to write
        autoFocus={props.autoFocus}
        onFocus={() => {
          setHeld(true)
          setAwake(true)
        }}
        onBlur={() => setHeld(false)}
        onChange={(event) => setTyped(event.target.value)}
        className={
          small
            ? 'block min-h-11 w-full resize-none bg-transparent px-3.5 pb-1 pt-3 text-15 outline-none max-desk:text-16'
            : 'block min-h-32 w-full resize-none bg-transparent text-16 outline-none'
        }
      />
      {small && <div className="flex min-h-10 items-center justify-end px-1.5 pb-1.5 pt-1">{props.actions}</div>}
    </div>
  )
}
