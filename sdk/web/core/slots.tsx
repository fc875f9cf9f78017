/** Places in a screen that other plugins fill; each contribution stands behind its own fence. */
import { Component, type ReactNode, Suspense, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { SlotRef } from '../../core/contract.ts'
import type { SlotDef } from '../../core/manifest.ts'
import { type BootData, useBoot } from './boot.ts'
import { PluginContext } from './i18n.tsx'
import { lazyModule, loadModule } from './modules.ts'
import { translate } from './words.ts'

export interface Contribution {
  plugin: string
  module: string
  order: number
  title?: string
}
/** Who fills a slot, in the order in which they are shown. */
export function contributions(boot: BootData, name: string): Contribution[] {
  return boot.plugins
    .filter(({ status }) => status === 'on')
    .flatMap(({ id, slots }) => {
      const given: SlotDef | SlotDef[] = slots[name] ?? []
      return (Array.isArray(given) ? given : [given]).map(({ module, order = 100, title }) => ({ plugin: id, module, order, title }))
    })
    .sort((one, other) => one.order - other.order)
}
function useContributions(name: string): Contribution[] {
  const boot = useBoot()
  return useMemo(() => contributions(boot, name), [boot, name])
}
const nameOf = ({ name }: SlotRef, part = '') => name.replace('*', part)
/** Whether any plugin that is on fills the slot. */
export const useSlotFilled = (of: SlotRef, part?: string): boolean => useContributions(nameOf(of, part)).length > 0
/** Fetches all that fills the slot, so that a `<Slot>` shows it at once: for what opens whole, as menus do. */
export function useSlotAhead(of: SlotRef): () => Promise<unknown> {
  const filling = useContributions(of.name)
  return useCallback(() => Promise.allSettled(filling.map(({ plugin, module }) => loadModule(plugin, module))), [filling])
}
/** Asks which plugins fill a part of the slot. */
export function useSlotPlugins(of: SlotRef): (part: string) => string[] {
  const boot = useBoot()
  return (part) => contributions(boot, nameOf(of, part)).map(({ plugin }) => plugin)
}

/** The contributions to a slot that shows a name for each, as tabs. `key` is what `<Slot only>` takes. */
export function useSlotTitles(of: SlotRef): { key: string; label: string }[] {
  const { plugins } = useBoot()
  return useContributions(of.name).map(({ plugin, title }) => {
    const own = translate(plugin, 'plugin.title')
    const named = own === 'plugin.title' ? plugins.find(({ id }) => id === plugin)!.title : own
    return { key: plugin, label: title ? translate(plugin, title) : named }
  })
}

/** Keeps a failure inside the contribution that made it: it vanishes, the screen stays. */
class SlotFence extends Component<{ of: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: unknown) {
    console.error(`The slot contribution ${this.props.of} failed.`, error)
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return overlay ? <small data-slot-failed={this.props.of}>{this.props.of} ✕</small> : null
  }
}

export type SlotProps<P extends object> = {
  /** Of the owner's contract: `contract.slots['home.aside']`. */
  of: SlotRef<P>
  /** What the `*` in its name stands for. */
  part?: string
  /** Of one plugin alone: a `key` of `useSlotTitles`. */
  only?: string
  /** Shown when nobody fills the slot. */
  fallback?: ReactNode
  /** Shown in the place of each while its code is fetched: for what fills a screen. */
  pending?: ReactNode
} & (keyof P extends never ? { props?: undefined } : { /** Handed to every contribution. */ props: P })
/** Renders what plugins contribute to a place, each loaded when it is shown. */
export function Slot<P extends object>({ of: slot, part, only, props, fallback = null, pending = null }: SlotProps<P>) {
  const name = nameOf(slot, part)
  const filling = useContributions(name).filter(({ plugin }) => only === undefined || plugin === only)
  const names = useSlotOverlay()
  const content = filling.length
    ? filling.map(({ plugin, module }) => {
        const Contributed = lazyModule(plugin, module)
        const of = `${plugin}/${module}`
        return (
          <SlotFence key={of} of={of}>
            <PluginContext value={plugin}>
              <Suspense fallback={pending}>
                <Contributed {...props} />
              </Suspense>
            </PluginContext>
          </SlotFence>
        )
      })
    : fallback
  return names ? <div data-slot={name}>{content}</div> : content
}

/** What stands of a kind at an address that several share: the screen that its plugin's manifest names, with that plugin's words. Nothing where no plugin that is on has one. */
export function KindScreen({ kind }: { kind: string }) {
  const plugin = useBoot().plugins.find(({ kinds }) => kind in kinds)
  if (!plugin) return null
  const Page = lazyModule(plugin.id, plugin.kinds[kind]!.screen)
  return (
    <PluginContext value={plugin.id}>
      <Page />
    </PluginContext>
  )
}

let overlay = false
const watchers = new Set<() => void>()
/** Shows or hides the names of all slots; the shell draws them. */
export function showSlots(shown: boolean): void {
  overlay = shown
  for (const watcher of watchers) watcher()
}
export const useSlotOverlay = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => overlay,
  )
