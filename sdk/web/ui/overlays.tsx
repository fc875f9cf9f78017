/** Things that float. Their code comes when a trigger is pointed at, focused or pressed: until then only the trigger is there. */
import { cloneElement, type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { challenge } from '../core/challenge.ts'
import { askBeforeLeaving } from '../core/history.ts'
import { useSession } from '../core/session.ts'
import { translate } from '../core/words.ts'
import type { Asked, ComboboxProps, ConfirmOptions, DialogProps, MenuEntryProps, MenuProps, Opened, PopoverProps, Trigger } from './overlayProps.ts'
import { Button, type ButtonProps } from './Button.tsx'
import { cx } from './cx.ts'
import { queue } from './queue.ts'
import { conflicts } from './edits.ts'
import { toasts } from './toast.ts'
import { type Invited, invited } from './visitor.ts'

let menu: typeof import('./lazy/menu.tsx') | undefined
const loadMenu = () => import('./lazy/menu.tsx').then((module) => (menu = module))
const loadPopover = () => import('./lazy/popover.tsx')
const loadDialog = () => import('./lazy/dialog.tsx')
const LazyMenu = lazy(loadMenu)
const LazyPopover = lazy(loadPopover)
const LazyDialog = lazy(loadDialog)
const LazyConfirm = lazy(() => import('./lazy/confirm.tsx'))
const LazyConflict = lazy(() => import('./lazy/conflict.tsx'))
const LazyCombobox = lazy(() => import('./lazy/combobox.tsx'))
const LazyChallenge = lazy(() => import('./lazy/challenge.tsx'))
const loadVisitor = () => import('./lazy/visitor.tsx')
const LazyToaster = lazy(() => import('./lazy/toaster.tsx'))
/** A part that cannot be fetched now is fetched at the press that needs it; only that failure is reported. */
const quietly = (load: () => Promise<unknown>) => () => void load().catch(() => {})

/** The bare trigger until its first press, then what `open` renders. */
function useTrigger(trigger: Trigger, load: () => Promise<unknown>, popup: 'menu' | 'dialog', before: Opened | null = null) {
  const [opened, setOpened] = useState(before)
  const fetch = quietly(load)
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

export function Menu({ trigger, items, align = 'end', ahead, opened: before }: MenuProps) {
  const { bare, opened } = useTrigger(trigger, () => Promise.all([loadMenu(), ahead?.()]), 'menu', before)
  const [isWhole, setWhole] = useState(!ahead)
  useEffect(() => {
    if (opened && !isWhole) void ahead?.().finally(() => setWhole(true))
  }, [opened, isWhole, ahead])
  if (!opened || !isWhole) return bare
  return (
    <Suspense fallback={bare}>
      <LazyMenu trigger={trigger} items={items} align={align} keyboard={opened === 'keyboard'} />
    </Suspense>
  )
}

/**
 * A menu that is code of its own with all that its entries do: it comes when the trigger is pointed at, focused or pressed.
 * What is loaded renders a `Menu` with the `trigger` and `opened` that it is given.
 */
export function lateMenu<P extends object>(load: () => Promise<ComponentType<P & Pick<MenuProps, 'trigger' | 'opened'>>>) {
  const Loaded = lazy(async () => ({ default: await load() })) as ComponentType<any>
  return function LateMenu({ trigger, ...props }: P & Pick<MenuProps, 'trigger'>) {
    const { bare, opened } = useTrigger(trigger, () => Promise.all([loadMenu(), load()]), 'menu')
    if (!opened) return bare
    return (
      <Suspense fallback={bare}>
        <Loaded {...props} trigger={trigger} opened={opened} />
      </Suspense>
    )
  }
}

/** One entry of a menu that is open: what fills a slot in one. */
export const MenuEntry = (props: MenuEntryProps) => menu && <menu.MenuEntry {...props} />

export interface SplitButtonProps extends ButtonProps {
  /** The other ways to do it. */
  items: MenuProps['items']
  menuLabel: string
}
/** What is meant most often, and beside it the other ways. */
export const SplitButton = ({ items, menuLabel, className, ...button }: SplitButtonProps) => {
  const { variant, size, disabled } = button
  return (
    <span className="inline-flex gap-px">
      <Button {...button} className={cx('rounded-e-none', className)} />
      <Menu
        trigger={<Button variant={variant} size={size} disabled={disabled} icon="chevron-down" aria-label={menuLabel} className="rounded-s-none px-1.5!" />}
        items={items}
      />
    </span>
  )
}

export function Popover({ trigger, ahead, ...rest }: PopoverProps) {
  const { bare, opened } = useTrigger(trigger, () => Promise.all([loadPopover(), ahead?.()]), 'dialog')
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

export const Combobox = (props: ComboboxProps) => (
  <Suspense fallback={<div className="field h-9 max-desk:min-h-11" />}>
    <LazyCombobox {...props} />
  </Suspense>
)

const asked = queue<Asked>()
const confirm = (options: ConfirmOptions): Promise<boolean> => new Promise((answer) => asked.set([...asked.get(), { ...options, answer }]))
/** Asks before an act that cannot be taken back; false when it was dismissed. */
export const useConfirm = (): ((options: ConfirmOptions) => Promise<boolean>) => confirm
askBeforeLeaving((text) => {
  const [title, action, cancel] = ['title', 'go', 'stay'].map((word) => translate('sdk', `leave.${word}`))
  return confirm({ title, text, action, cancel })
})

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

/** What asks visitors is there before their first press, which likely needs it; and without `lazy`, whose fallback React would hold for a while. */
function useVisitorDialog(invitation: Invited | undefined) {
  const { member } = useSession()
  const [Visitor, setVisitor] = useState<Awaited<ReturnType<typeof loadVisitor>>['default']>()
  const isNeeded = !member || invitation !== undefined
  useEffect(() => {
    if (isNeeded) quietly(() => loadVisitor().then((visitor) => setVisitor(() => visitor.default)))()
  }, [isNeeded])
  return Visitor
}

/** Where confirmations, questions about edits that meet, questions to visitors, challenges, toasts and tooltips appear. The shell mounts it once. */
export function Overlays() {
  useEffect(awaitTip, [])
  const [question] = useSyncExternalStore(asked.watch, asked.get)
  const [conflict] = useSyncExternalStore(conflicts.watch, conflicts.get)
  const met = useRef(false)
  met.current ||= Boolean(conflict)
  const [invitation] = useSyncExternalStore(invited.watch, invited.get)
  const Visitor = useVisitorDialog(invitation)
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
      {met.current && <LazyConflict question={conflict} onAnswered={() => conflicts.set(conflicts.get().slice(1))} />}
      {Visitor && <Visitor question={invitation} onClose={() => invited.set([])} />}
      {proving.current && <LazyChallenge open={challenged} />}
      {spoken.current && <LazyToaster />}
    </Suspense>
  )
}
