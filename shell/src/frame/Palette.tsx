/** The command palette: find content, go somewhere, do something. */
import { Command } from 'cmdk'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { Icon, Kbd, useActions, useNavigate, useRead, useSession, useT } from '@atrium/sdk/web'
import { useAdminMenu } from '../admin/menu.ts'
import { search } from '../api.ts'
import { useNavigation } from './navigation.ts'
import { useAppearanceChoice } from './useAppearanceChoice.ts'

/** Typing pauses this long before the server is asked. */
const SETTLE_MS = 150
const LEAST_LETTERS = 2
/** How many places are offered before anything is typed. */
const UNASKED = 8

interface Entry {
  id: string
  title: string
  icon: string
  /** Where it lies, or other words by which it is found. */
  hint?: string
  keys?: string
  run: () => void
}
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Every word that was typed begins a word of the entry. */
function matches({ title, hint = '' }: { title: string; hint?: string }, typed: string): boolean {
  const words = ` ${plain(`${title} ${hint}`)}`
  return plain(typed)
    .split(/\s+/)
    .every((word) => words.includes(` ${word}`) || word === '')
}

export default function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const places = usePlaces()
  const actions = useOwnActions(onKeys)
  const results = useResults(text)
  const go = (entry: Entry) => {
    onClose()
    entry.run()
  }
  const found = (entries: Entry[]) => (text ? entries.filter((entry) => matches(entry, text)) : entries)

  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      shouldFilter={false}
      loop
      label={t('palette.title')}
      overlayClassName="fixed inset-0 z-50 bg-overlay animate-fade"
      contentClassName="fixed inset-x-4 top-[9vh] z-60 mx-auto max-w-[640px] overflow-clip rounded-sheet bg-surface shadow-dialog animate-pop max-desk:inset-x-0 max-desk:top-auto max-desk:bottom-0 max-desk:rounded-b-none max-desk:animate-sheet"
    >
      <div className="flex h-14 items-center gap-3 border-b border-border px-[18px] text-text-3 focus-within:shadow-[inset_0_-1px_0_var(--focus)]">
        <Icon name="search" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t('palette.placeholder')}
          className="min-w-0 flex-1 bg-transparent text-17 text-text outline-none"
        />
        <button type="button" onClick={onClose} aria-label={t('palette.close')}>
          <Kbd>esc</Kbd>
        </button>
      </div>
      <Command.List label={t('palette.results')} className="max-h-[min(440px,60dvh)] overflow-auto p-1.5">
        <Command.Empty className="px-3 py-10 text-center text-13 text-text-3">
          {results.searching ? t('palette.searching') : t('palette.empty', { text })}
        </Command.Empty>
        <Group heading={t('palette.results')} entries={results.entries} onGo={go} />
        <Group heading={t('palette.places')} entries={text ? found(places) : places.slice(0, UNASKED)} onGo={go} />
        <Group heading={t('palette.actions')} entries={found(actions)} onGo={go} />
      </Command.List>
      <footer className="flex items-center gap-2 border-t border-border bg-surface-2 px-4 py-2 text-12 text-text-3 max-desk:hidden">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('palette.move')}
        <Kbd>↵</Kbd> {t('palette.open')}
        <span className="ml-auto flex items-center gap-2">
          <Kbd>?</Kbd> {t('keys.title')}
        </span>
      </footer>
    </Command.Dialog>
  )
}

function Group({ heading, entries, onGo }: { heading: string; entries: Entry[]; onGo: (entry: Entry) => void }) {
  if (!entries.length) return null
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:text-12 **:[[cmdk-group-heading]]:text-text-3"
    >
      {entries.map((entry) => (
        <Command.Item
          key={entry.id}
          value={entry.id}
          onSelect={() => onGo(entry)}
          className="group flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 text-13 data-[selected=true]:bg-brand-soft data-[selected=true]:text-on-brand-soft max-desk:min-h-11"
        >
          <span className="text-text-3 group-data-[selected=true]:text-inherit">
            <Icon name={entry.icon} size="sm" />
          </span>
          <span className="min-w-0 flex-1 truncate">
            <Marked text={entry.title} />
          </span>
          {entry.hint && (
            <span className="max-w-[45%] truncate text-12 text-text-3 group-data-[selected=true]:text-inherit">
              <Marked text={entry.hint} />
            </span>
          )}
          {entry.keys?.split(/[ +]/).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** Search excerpts mark what was found with `[[` and `]]`. */
function Marked({ text }: { text: string }): ReactNode {
  return text.split(/\[\[(.*?)\]\]/).map((part, index) =>
    index % 2 ? (
      <mark key={index} className="bg-transparent font-bold text-inherit underline decoration-brand underline-offset-[3px]">
        {part}
      </mark>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  )
}

function usePlaces(): Entry[] {
  const t = useT()
  const navigate = useNavigate()
  const { account } = useSession()
  const settings = useAdminMenu()
  const [tabs, links, bottom] = [useNavigation('tabs'), useNavigation('links'), useNavigation('bottom')]
  const own = [{ label: t('frame.home'), to: '/', icon: 'house' }]
  const mine = account ? [{ label: t('account.title'), to: '/account', icon: 'circle-user' }] : []
  const pages = [...own, ...tabs, ...links, ...bottom, ...mine].filter(({ to }, index, all) => all.findIndex((other) => other.to === to) === index)
  return [
    ...pages.map(({ label, to, icon }) => ({ id: `go:${to}`, title: label, icon, run: () => navigate(to) })),
    ...settings.flatMap((group) =>
      group.entries.map(({ label, to, icon }) => ({
        id: `go:${to}`,
        title: label,
        icon,
        hint: `${t('admin.title')} · ${group.title}`,
        run: () => navigate(to),
      })),
    ),
  ]
}

function useOwnActions(onKeys: () => void): Entry[] {
  const t = useT()
  const navigate = useNavigate()
  const { account } = useSession()
  const { appearance, choose } = useAppearanceChoice()
  const registered = useActions().map(({ id, title, icon = 'zap', words, keys, run }) => ({ id, title, icon, hint: words, keys, run }))
  const next = appearance === 'dark' ? 'light' : 'dark'
  return [
    ...registered,
    { id: 'appearance', title: t(`appearance.to.${next}`), icon: next === 'dark' ? 'moon' : 'sun', run: () => choose(next) },
    { id: 'keys', title: t('keys.list'), icon: 'info', keys: '?', run: onKeys },
    ...(account ? [{ id: 'sign-out', title: t('signOut.action'), icon: 'log-out', run: () => navigate('/users/sign_out') }] : []),
  ]
}

const KIND_ICONS: Record<string, string> = {
  post: 'newspaper',
  comment: 'message-circle',
  member: 'user',
  space: 'hash',
  lesson: 'graduation-cap',
  event: 'calendar',
}

/** What the search plugin finds; nothing where none answers. */
function useResults(text: string): { entries: Entry[]; searching: boolean } {
  const navigate = useNavigate()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const wanted = asked.length >= LEAST_LETTERS
  const query = useRead(search, { query: { text: asked } }, { enabled: wanted, keepPrevious: true })
  const records = wanted && !query.error ? (query.data?.records ?? []) : []
  return {
    searching: wanted && query.isFetching,
    entries: records.map((hit) => ({
      id: `found:${hit.path}`,
      title: hit.title,
      icon: KIND_ICONS[hit.kind] ?? 'file-text',
      hint: hit.excerpt,
      run: () => navigate(hit.path),
    })),
  }
}
