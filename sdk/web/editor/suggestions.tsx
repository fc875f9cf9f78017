/** What the editor offers while one types: blocks after a slash, members and places after an @, emoji after a colon. */
import { type Editor, Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useWords } from '../core/i18n.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconMark } from '../ui/IconMark.tsx'
import { layerOf } from '../ui/lazy/place.ts'
import { bareText } from '../../core/rules/texts.ts'
import { blocks, type Offers, type Option } from './offers.ts'

interface Shown {
  label: string
  options: readonly Option[]
  active: number
  rect: () => DOMRect | null | undefined
  choose: (option: Option) => void
  editor: Editor
}

/** What is offered now; the plugin writes it, the list shows it. */
export class SuggestionStore {
  shown: Shown | null = null
  private readonly listeners = new Set<() => void>()
  get = (): Shown | null => this.shown
  watch = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  set(shown: Shown | null): void {
    this.shown = shown
    for (const listener of this.listeners) listener()
  }
}

function offer(store: SuggestionStore, label: string): NonNullable<SuggestionOptions<Option>['render']> {
  return () => {
    const show = (props: SuggestionProps<Option>, active = 0) => {
      const { items, editor, clientRect, command } = props
      store.set(items.length ? { label, options: items, active, editor, rect: () => clientRect?.(), choose: command } : null)
    }
    const move = (shown: Shown, step: number) => store.set({ ...shown, active: (shown.active + step + shown.options.length) % shown.options.length })
    return {
      onStart: (props) => show(props),
      onUpdate: (props) => show(props),
      onExit: () => store.set(null),
      onKeyDown: ({ event }) => {
        const { shown } = store
        const chosen = shown?.options[shown.active]
        if (!shown || !chosen) return false
        if (event.key === 'ArrowDown') move(shown, 1)
        else if (event.key === 'ArrowUp') move(shown, -1)
        else if (event.key === 'Enter' || event.key === 'Tab') shown.choose(chosen)
        else if (event.key === 'Escape') store.set(null)
        else return false
        return true
      },
    }
  }
}

const DELAY_MS = 120

/** One sign that begins suggestions. */
interface Sign {
  key: string
  char: string
  label: string
  startOfLine?: boolean
  delay?: number
  items: (query: string) => Option[] | Promise<Option[]>
}

export const suggesting = (store: SuggestionStore, offers: Offers) =>
  Extension.create({
    name: 'suggesting',
    addProseMirrorPlugins() {
      const { editor } = this
      const { t, mentions, emoji } = offers
      const all = offers.slash ? blocks(offers) : []
      const signs: (Sign | null)[] = [
        offers.slash
          ? {
              key: 'slash',
              char: '/',
              label: t('editor.insert'),
              startOfLine: true,
              items: (query) => all.filter(({ search }) => bareText(search ?? '').includes(bareText(query))),
            }
          : null,
        mentions ? { key: 'mention', char: '@', label: t('editor.mention'), delay: DELAY_MS, items: (query) => mentions(query).catch(() => []) } : null,
        { key: 'emoji', char: ':', label: t('editor.emoji'), items: (query) => (query.length < 2 ? [] : emoji(query).catch(() => [])) },
      ]
      return signs
        .filter((sign) => sign !== null)
        .map(({ key, char, label, startOfLine, delay, items }) =>
          Suggestion<Option>({
            editor,
            pluginKey: new PluginKey(key),
            char,
            startOfLine,
            command: ({ editor: inside, range, props }) => props.run(inside, range),
            ...(delay ? { debounce: delay } : {}),
            allow: ({ editor: inside }) => !inside.isActive('codeBlock') && !inside.isActive('code'),
            items: async ({ query }) => items(query),
            render: offer(store, label),
          }),
        )
    },
  })

const GAP = 6
const EDGE = 8
export function Suggestions({ store }: { store: SuggestionStore }) {
  const shown = useSyncExternalStore(store.watch, store.get)
  const t = useWords()
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: -9999, left: 0 })
  const root = shown?.editor.view.dom
  const active = shown ? `suggestion-${shown.active}` : undefined
  useLayoutEffect(() => {
    const rect = shown?.rect()
    if (!shown || !rect || !list.current) return
    const { height, width } = list.current.getBoundingClientRect()
    const below = rect.bottom + GAP + height < innerHeight - EDGE
    setPlace({ top: below ? rect.bottom + GAP : Math.max(EDGE, rect.top - GAP - height), left: Math.max(EDGE, Math.min(rect.left, innerWidth - EDGE - width)) })
    list.current.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  // The list is worked from the text, which keeps the focus: it says there which option is meant.
  useEffect(() => {
    if (!root || !active) return
    root.setAttribute('aria-activedescendant', active)
    root.setAttribute('aria-controls', 'suggestions')
    return () => {
      root.removeAttribute('aria-activedescendant')
      root.removeAttribute('aria-controls')
    }
  }, [root, active])
  if (!shown) return null
  return createPortal(
    <div
      ref={list}
      id="suggestions"
      role="listbox"
      aria-label={shown.label || t('suggestions')}
      style={place}
      className="fixed z-70 grid max-h-[22.5rem] w-[264px] gap-px overflow-y-auto rounded-card bg-surface p-[5px] text-13 text-text shadow-float"
    >
      {shown.options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
        <div
          key={option.key}
          id={`suggestion-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === shown.active}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => index !== shown.active && store.set({ ...shown, active: index })}
          onClick={() => shown.choose(option)}
          className={cx(
            'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 max-desk:min-h-11',
            index === shown.active && 'bg-hover',
          )}
        >
          {option.face ? (
            <Avatar id={option.face.id} name={option.face.name} src={option.face.avatarUrl} size={24} />
          ) : option.icon ? (
            <Icon name={option.icon} className="size-4 text-text-3" />
          ) : (
            option.mark && <IconMark value={option.mark} className="w-5 text-15" />
          )}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
        </div>
      ))}
    </div>,
    layerOf(shown.editor.view.dom),
  )
}
