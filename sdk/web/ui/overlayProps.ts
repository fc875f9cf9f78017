/** What the floating parts take: shared by their light faces and by the code that comes later. */
import type { ReactElement, ReactNode } from 'react'
import type { IconRef } from './Icon.tsx'

/** Takes props and a ref: a Button, an IconButton. */
export type Trigger = ReactElement<Record<string, any>>

export interface MenuEntryProps {
  label: ReactNode
  icon?: IconRef
  onSelect?: () => void
  to?: string
  tone?: 'danger'
  disabled?: boolean
  /** Shows a tick: one of several, or a switch. */
  checked?: boolean
  /** Printed at the end: a key. */
  keys?: string
}
export type MenuItem =
  | MenuEntryProps
  | '-'
  | { heading: ReactNode }
  /** What brings its own entries, as a slot does: each a `MenuEntry`. */
  | { content: ReactNode }

export interface MenuProps {
  /** Takes props and a ref: a Button, an IconButton. */
  trigger: Trigger
  items: readonly (MenuItem | false | null | undefined)[]
  align?: 'start' | 'center' | 'end'
  /** Fetches what `content` shows, as soon as somebody points at the trigger: the menu opens with it. */
  ahead?: () => Promise<unknown>
  /** How the trigger was pressed that a late menu stood for. */
  opened?: Opened
}
/** By keys, the first entry gets the focus. */
export type Opened = 'pointer' | 'keyboard'

export interface PopoverProps {
  trigger: Trigger
  /** Fetches what `children` show, as soon as somebody points at the trigger. */
  ahead?: () => Promise<unknown>
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: 'start' | 'center' | 'end'
  /** Said to screen readers. */
  label?: string
  className?: string
}

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** The title is said, not shown. */
  hideTitle?: boolean
  children: ReactNode
  footer?: ReactNode
  /** Pixels; on phones it comes from below, full width. Default 480. */
  width?: number
  /** For a dialog whose parts bring their own room. */
  flush?: boolean
}

export interface ComboboxOption {
  value: string
  label: string
  /** A second line. */
  text?: string
  /** A face before the label. */
  avatar?: { id: number | string; name: string; src?: string | null }
}

export type ComboboxProps = {
  /** What fits a text; an empty text asks for the first suggestions. */
  load: (text: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>
  placeholder?: string
  label?: string
  disabled?: boolean
  /** Where one came to choose somebody. */
  autoFocus?: boolean
  /** Its first suggestions stand there at once. */
  opens?: boolean
  className?: string
} & (
  | { multiple?: false; value: ComboboxOption | null; onChange: (value: ComboboxOption | null) => void }
  | { multiple: true; value: readonly ComboboxOption[]; onChange: (value: ComboboxOption[]) => void }
)

export interface ConfirmOptions {
  /** Names the thing: Delete "Kiln talk"? */
  title: ReactNode
  /** What goes with it, and whether it comes back. */
  text?: ReactNode
  /** The button's words: "Delete space". */
  action: ReactNode
  cancel?: ReactNode
  tone?: 'danger' | 'primary'
}

export interface Asked extends ConfirmOptions {
  answer: (yes: boolean) => void
}
