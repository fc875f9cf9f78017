/** What the editor offers while one types: blocks after a slash, members after an @. */
import { type Editor, Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { Suggestion, type SuggestionOptions, type SuggestionProps } from '@tiptap/suggestion'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useWords } from '../core/i18n.tsx'
import type { Translate } from '../core/words.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { layerOf } from '../ui/lazy/place.ts'
import type { MentionHit } from './Editor.tsx'

interface Option {
  key: string
  label: string
  icon?: string
  face?: MentionHit
  run: (editor: Editor, range: { from: number; to: number }) => void
}
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

export interface SuggestingOptions {
  slash: boolean
  mentions: ((text: string) => Promise<readonly MentionHit[]>) | null
  t: Translate
  /** Opens the file chooser. */
  pick: (accept: string) => void
}

function blocks({ t, pick, mentions }: SuggestingOptions): Option[] {
  const block = (key: string, icon: string, act: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>): Option => ({
    key,
    icon,
    label: t(`editor.${key}`),
    run: (editor, range) => void act(editor.chain().focus().deleteRange(range)).run(),
  })
  const choose =
    (accept: string): Option['run'] =>
    (editor, range) => {
      editor.chain().focus().deleteRange(range).run()
      pick(accept)
    }
  return [
    block('heading2', 'heading-2', (chain) => chain.setNode('heading', { level: 2 })),
    block('heading3', 'heading-3', (chain) => chain.setNode('heading', { level: 3 })),
    block('bulletList', 'list', (chain) => chain.toggleBulletList()),
    block('orderedList', 'list-ordered', (chain) => chain.toggleOrderedList()),
    block('quote', 'quote', (chain) => chain.toggleBlockquote()),
    block('codeBlock', 'square-code', (chain) => chain.toggleCodeBlock()),
    block('divider', 'minus', (chain) => chain.setHorizontalRule()),
    { ...block('picture', 'image', (chain) => chain), run: choose('image/*') },
    { ...block('file', 'paperclip', (chain) => chain), run: choose('') },
    ...(mentions ? [block('mention', 'at-sign', (chain) => chain.insertContent('@'))] : []),
  ]
}

const member = (hit: MentionHit): Option => ({
  key: String(hit.id),
  label: hit.name,
  face: hit,
  run: (editor, range) =>
    void editor
      .chain()
      .focus()
      .insertContentAt(range, [
        { type: 'mention', attrs: { sgid: hit.sgid, id: hit.id, label: hit.name } },
        { type: 'text', text: ' ' },
      ])
      .run(),
})

const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

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

const MENTION_DELAY_MS = 120

export const suggesting = (store: SuggestionStore, options: SuggestingOptions) =>
  Extension.create({
    name: 'suggesting',
    addProseMirrorPlugins() {
      const { editor } = this
      const { t, mentions } = options
      const command: SuggestionOptions<Option>['command'] = ({ editor: inside, range, props }) => props.run(inside, range)
      const plugins = []
      if (options.slash) {
        const all = blocks(options)
        plugins.push(
          Suggestion<Option>({
            editor,
            pluginKey: new PluginKey('slash'),
            char: '/',
            startOfLine: false,
            command,
            allow: ({ editor: inside }) => !inside.isActive('codeBlock'),
            items: ({ query }) => all.filter(({ label }) => bare(label).includes(bare(query))),
            render: offer(store, t('editor.insert')),
          }),
        )
      }
      if (mentions)
        plugins.push(
          Suggestion<Option>({
            editor,
            pluginKey: new PluginKey('mention'),
            char: '@',
            command,
            debounce: MENTION_DELAY_MS,
            allow: ({ editor: inside }) => !inside.isActive('codeBlock'),
            items: async ({ query }) => (await mentions(query).catch(() => [])).map(member),
            render: offer(store, t('editor.mention')),
          }),
        )
      return plugins
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
          ) : (
            option.icon && <Icon name={option.icon} className="size-4 text-text-3" />
          )}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
        </div>
      ))}
    </div>,
    layerOf(shown.editor.view.dom),
  )
}
