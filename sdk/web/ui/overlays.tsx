/** Things that float. Their code comes when a trigger is pointed at, focused or pressed: until then only the trigger is there. */
import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { challenge } from '../core/challenge.ts'
import type { IconRef } from './Icon.tsx'

const loadMenu = () => import('./lazy/menu.tsx')
const loadPopover = () => import('./lazy/popover.tsx')
const loadDialog = () => import('./lazy/dialog.tsx')
const LazyMenu = lazy(loadMenu)
const LazyPopover = lazy(loadPopover)
const LazyDialog = lazy(loadDialog)
const LazyConfirm = lazy(() => import('./lazy/confirm.tsx'))
const LazyCombobox = lazy(() => import('./lazy/combobox.tsx'))
const LazyChallenge = lazy(() => import('./lazy/challenge.tsx'))
const LazyToaster = lazy(() => import('./lazy/toaster.tsx'))
/** A part that cannot be fetched now is fetched at the press that needs it; only that failure is reported. */
const ahead = (load: () => Promise<unknown>) => () => void load().catch(() => {})

type Trigger = ReactElement<Record<string, any>>

/** The bare trigger until its first press, then what `open` renders. */
function useTrigger(trigger: Trigger, load: () => Promise<unknown>, popup: 'menu' | 'dialog') {
  const [opened, setOpened] = useState<'pointer' | 'keyboard' | null>(null)
  const fetch = ahead(load)
  const own = trigger.props
  /** The trigger's own handler first, then ours. */
  const after = (handler: string, ours: (event: { detail: number }) => void) => (event: { detail: number }) => {
    own[handler]?.(event)
    ours(event)
  }
  const bare = cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: after('onPointerEnter', fetch),
    onFocus: after('onFocus', fetch),
    onClick: after('onClick', ({ detail }) => setOpened(detail ? 'pointer' : 'keyboard')),
  })
  return { bare, opened }
}

export type MenuItem =
  | {
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
  | '-'
  | { heading: ReactNode }
export interface MenuProps {
  /** Takes props and a ref: a Button, an IconButton. */
  trigger: Trigger
  items: readonly (MenuItem | false | null | undefined)[]
  align?: 'start' | 'center' | 'end'
}
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const { bare, opened } = useTrigger(trigger, loadMenu, 'menu')
  if (!opened) return bare
  return (
    <Suspense fallback={bare}>
      <LazyMenu trigger={trigger} items={items} align={align} keyboard={opened === 'keyboard'} />
    </Suspense>
  )
}

export interface PopoverProps {
  trigger: Trigger
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: 'start' | 'center' | 'end'
  /** Said to screen readers. */
  label?: string
  className?: string
}
export function Popover({ trigger, ...rest }: PopoverProps) {
  const { bare, opened } = useTrigger(trigger, loadPopover, 'dialog')
  if (!opened) return bare
  return (
    <Suspense fallback={bare}>
      <LazyPopover trigger={trigger} {...rest} />
    </Suspense>
  )
}

export interface TooltipProps {
  label: string
  /** Keys that do the same. */
  keys?: string
  children: Trigger
}
/** Marks its child; one listener of the page shows the words. A child without a name of its own needs an aria-label besides. */
export const Tooltip = ({ label, keys, children }: TooltipProps) =>
  cloneElement(children, { 'data-tip': label, 'data-tip-keys': keys, 'aria-description': children.props['aria-label'] === label ? undefined : label })

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
/** Traps and returns focus; Escape and a press outside close it. */
export const Dialog = (props: DialogProps) => <Floating {...props} side="centre" />
/** The same from the right edge, for details beside a list. */
export const Drawer = (props: DialogProps) => <Floating {...props} side="right" />
function Floating(props: DialogProps & { side: 'centre' | 'right' }) {
  const seen = useRef(false)
  seen.current ||= props.open
  return seen.current ? (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  ) : null
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
  className?: string
} & (
  | { multiple?: false; value: ComboboxOption | null; onChange: (value: ComboboxOption | null) => void }
  | { multiple: true; value: readonly ComboboxOption[]; onChange: (value: ComboboxOption[]) => void }
)
export const Combobox = (props: ComboboxProps) => (
  <Suspense fallback={<div className="field h-9 max-desk:min-h-11" />}>
    <LazyCombobox {...props} />
  </Suspense>
)

/** A list of waiting things that components watch. */
function queue<T>() {
  let items: readonly T[] = []
  const listeners = new Set<() => void>()
  return {
    get: () => items,
    set(next: readonly T[]) {
      items = next
      for (const listener of listeners) listener()
    },
    watch(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

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
const asked = queue<Asked>()
const confirm = (options: ConfirmOptions): Promise<boolean> => new Promise((answer) => asked.set([...asked.get(), { ...options, answer }]))
/** Asks before an act that cannot be taken back; false when it was dismissed. */
export const useConfirm = (): ((options: ConfirmOptions) => Promise<boolean>) => confirm

export interface Toast {
  tone: 'success' | 'error' | 'neutral'
  message: ReactNode
  onUndo?: () => void
}
export const toasts = queue<Toast>()
let last = { message: null as ReactNode, at: 0 }
/** The same words twice in one breath are said once. */
const say = (toast: Toast) => {
  const at = Date.now()
  if (last.message === toast.message && at - last.at < 500) return
  last = { message: toast.message, at }
  toasts.set([...toasts.get(), toast])
}
/** Short news at the foot of the page; callable from anywhere, kept until the page can show it. */
export const toast = {
  success: (message: ReactNode): void => say({ tone: 'success', message }),
  error: (message: ReactNode): void => say({ tone: 'error', message }),
  /** Done already, and taken back for some seconds. */
  undo: (message: ReactNode, { onUndo }: { onUndo: () => void }): void => say({ tone: 'neutral', message, onUndo }),
}

/** The first pointer or focus on a marked element fetches the tooltips' code, which then listens by itself. */
function awaitTip(): () => void {
  const first = (event: Event) => {
    if (!(event.target as Element | null)?.closest?.('[data-tip]')) return
    stop()
    void import('./lazy/tip.ts').then(({ listen }) => listen(event)).catch(() => {})
  }
  const stop = () => {
    for (const name of ['pointerover', 'focusin']) document.removeEventListener(name, first)
  }
  for (const name of ['pointerover', 'focusin']) document.addEventListener(name, first, { passive: true })
  return stop
}

/** Where confirmations, challenges, toasts and tooltips appear. The shell mounts it once. */
export function Overlays() {
  useEffect(awaitTip, [])
  const [question] = useSyncExternalStore(asked.watch, asked.get)
  const news = useSyncExternalStore(toasts.watch, toasts.get)
  const spoken = useRef(false)
  spoken.current ||= news.length > 0
  const challenged = useSyncExternalStore(challenge.watch, challenge.isAsked)
  const proving = useRef(false)
  proving.current ||= challenged
  const asking = useRef(false)
  asking.current ||= Boolean(question)
  return (
    <Suspense fallback={null}>
      {asking.current && <LazyConfirm question={question} onAnswered={() => asked.set(asked.get().slice(1))} />}
      {proving.current && <LazyChallenge open={challenged} />}
      {spoken.current && <LazyToaster />}
    </Suspense>
  )
}
