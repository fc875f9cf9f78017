/** The editor's light face: its code comes at once for a page of writing, at the first touch for a reply box. */
import { type ReactNode, useEffect, useState } from 'react'
import type { RichTextDoc } from '../../core/schemas.ts'
import type { MentionKind } from '../../richtext/rules.ts'
import { useWords } from '../core/i18n.tsx'

export interface MentionHit {
  id: number
  name: string
  avatarUrl?: string | null
  sgid?: string
  /** Default: a member. */
  kind?: MentionKind
  /** Of a space or a group. */
  slug?: string
  /** Emoji, icon or shape of a space. */
  mark?: string | null
  /** These words are put in instead of a mention: they call more than one. */
  text?: string
}
export interface EditorInfo {
  isEmpty: boolean
  text: string
  tooLong: boolean
}
export interface EditorProps {
  /** TipTap JSON; null empties it. */
  value: RichTextDoc | null
  onChange: (doc: RichTextDoc, info: EditorInfo) => void
  placeholder?: string
  /** Said to screen readers; the placeholder by default. */
  label?: string
  /** `small` is for replies and messages: a frame, few tools, no headings and tables. */
  size?: 'full' | 'small'
  /** Cmd or ctrl + enter. */
  onSubmit?: () => void
  /** Enter alone submits, shift + enter begins a line: for messages. */
  enterSends?: boolean
  /** Members whose names fit; spaces and groups the reader knows are added. Without it there are no mentions. */
  mentions?: (text: string) => Promise<readonly MentionHit[]>
  /** Characters of the text. What is too much stays, and is said; whoever sends looks at `tooLong`. */
  maxLength?: number
  /** True while something uploads: what is submitted now would lack it. */
  onBusy?: (busy: boolean) => void
  autoFocus?: boolean
  disabled?: boolean
  /** At the end of the tools: the button that sends. */
  actions?: ReactNode
  className?: string
}

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
  const label = props.label ?? props.placeholder ?? t('editor.label')
  if (failed) throw failed
  if (awake && ready) return <ready.default {...props} label={label} initialText={typed} autoFocus={held} />
  return (
    <div className={small ? 'field rounded-card border-field' : ''}>
      <textarea
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
