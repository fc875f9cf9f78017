/** What the editor takes: shared by its light face and by the code that comes later. */
import type { ReactNode, Ref } from 'react'
import type { RichTextDoc } from '../../core/schemas.ts'
import type { MentionKind } from '../../richtext/rules.ts'

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

export interface EditorHandle {
  focus: () => void
  /** As if they were dropped on the text. */
  attach: (files: readonly File[]) => void
}

export interface EditorProps {
  ref?: Ref<EditorHandle>
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
  /** Files stand as chips above the text, and after the words in the document: for messages. */
  tray?: boolean
  /** Members whose names fit; spaces and groups the reader knows are added. Without it there are no mentions. */
  mentions?: (text: string) => Promise<readonly MentionHit[]>
  /** Characters of the text. What is too much stays, and is said; whoever sends looks at `tooLong`. */
  maxLength?: number
  /** True while something uploads: what is submitted now would lack it, so every form must know. */
  onBusy: (busy: boolean) => void
  autoFocus?: boolean
  disabled?: boolean
  /** At the end of the tools: the button that sends. */
  actions?: ReactNode
  className?: string
}
