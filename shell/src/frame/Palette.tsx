/** The command palette: find content, go somewhere, do something. */
import { Command } from 'cmdk'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon, Kbd, useActions, useNavigate, useSession, useT } from '@atrium/sdk/web'
import { useFoundSettings } from '../admin/find.ts'
import { useAdminMenu } from '../admin/menu.ts'
import type { SearchResult } from './searchRoutes.ts'
import { keyCaps } from './keyCaps.ts'
import { useNavigation } from './navigation.ts'
import { type Entry, type Found, useLately, useNarrowing, useResults } from './paletteSearch.ts'
import { useAppearanceChoice } from './useAppearanceChoice.ts'

/** How many places are offered before anything is typed. */
const UNASKED = 8
/** Settings are the last among what is found: as many as one sees. */
const OF_SETTINGS = 6

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Every word that was typed begins a word of the entry. */
function matches({ title, hint = '' }: { title: string; hint?: string }, typed: string): boolean {
  const words = ` ${plain(`${title} ${hint}`)}`
  return plain(typed)
    .split(/\s+/)
    .every((word) => words.includes(` ${word}`) || word === '')
}

interface PaletteProps {
  /** What was typed while this was on its way. */
  begun: { current: string }
  onClose: () => void
  onKeys: () => void
}
export default function Palette({ begun, onClose, onKeys }: PaletteProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  // read as the palette comes to stand: rendering it may take longer than a keystroke
  useLayoutEffect(() => setTyped(begun.current), [begun])
  const text = typed.trim()
  const places = usePlaces()
  const actions = useOwnActions(onKeys)
  const results = useResults(text)
  const lately = useLately(text)
  const settings = useSettings(text)
  const narrowing = useNarrowing(typed, setTyped)
  const found = (entries: Entry[]) => (text ? entries.filter((entry) => matches(entry, text)) : entries)
  const went = text ? found(places) : places.slice(0, UNASKED)
  const narrow = { kind: 'narrow', heading: t('palette.narrow'), entries: narrowing }
  // values of an operator are what is being typed; operators merely might be
  const isNamed = /\w:\S*$/.test(typed)
  const elsewhere = settings.filter(({ to }) => !went.some((place) => place.to === to))
  const exact = elsewhere.filter(({ isExact }) => isExact)
  const ofSettings = { kind: 'settings', heading: t('admin.title'), entries: [...exact, ...elsewhere.filter(({ isExact }) => !isExact)] }
  const groups: Found[] = [
    { kind: 'lately', heading: t('palette.lately'), entries: lately },
    // what is called exactly so is meant, more than whatever has the word
    ...(exact.length > 0 ? [ofSettings] : []),
    ...(isNamed ? [narrow, ...results.groups] : [...results.groups, narrow]),
    { kind: 'all', heading: t('palette.page'), entries: results.all },
    { kind: 'places', heading: t('palette.places'), entries: went },
    // What leads to the same page is said once.
    { kind: 'actions', heading: t('palette.actions'), entries: found(actions).filter(({ to }) => !went.some((place) => place.to === to)) },
    ...(exact.length > 0 ? [] : [ofSettings]),
  ]
  const go = (entry: Entry) => {
    if (!entry.stays) onClose()
    entry.run()
  }
  const { selected, select, ...hand } = useSelected(
    text,
    groups.flatMap(({ entries }) => entries.map(({ id }) => id)),
  )
  // Enter pressed before the answer is there is for its first hit, not for one of the words before.
  const [awaited, setAwaited] = useState<string | null>(null)
  const first = groups.find(({ entries }) => entries.length)?.entries[0]
  useEffect(() => {
    if (awaited === null || results.searching) return
    setAwaited(null)
    if (awaited === text && first) go(first)
  })

  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      value={selected}
      onValueChange={select}
      {...hand}
      onKeyDownCapture={(event) => {
        hand.onKeyDownCapture(event)
        if (event.key !== 'Enter' || !results.searching || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        setAwaited(text)
      }}
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
        <button type="button" onClick={onClose} aria-label={`${t('palette.close')} (esc)`} className="grid min-h-11 min-w-11 place-items-center">
          <Kbd className="max-desk:hidden">esc</Kbd>
          <Icon name="x" className="desk:hidden" />
        </button>
      </div>
      <Command.List label={t('palette.results')} className="max-h-[min(440px,60dvh)] overflow-auto p-1.5">
        <Command.Empty className="px-3 py-10 text-center text-13 text-text-3">
          {results.searching ? t('palette.searching') : t('palette.empty', { text })}
        </Command.Empty>
        {groups.map(({ kind, heading, entries }) => (
          <Group key={kind} heading={heading} entries={entries} onGo={go} />
        ))}
      </Command.List>
      <footer className="flex items-center gap-2 border-t border-border bg-surface-2 px-4 py-2 text-12 text-text-3 max-desk:hidden">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {t('palette.move')}
        <Kbd>↵</Kbd> {t('palette.open')}
        <span className="ms-auto flex items-center gap-2">
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
          <span className="min-w-0 flex-1">
            <span className="block truncate">{entry.title}</span>
            {entry.excerpt && (
              <span className="block truncate text-12 text-text-3 group-data-[selected=true]:text-inherit">
                <Marked parts={entry.excerpt} />
              </span>
            )}
          </span>
          {entry.hint && <span className="max-w-[45%] truncate text-12 text-text-3 group-data-[selected=true]:text-inherit">{entry.hint}</span>}
          {keyCaps(entry.keys).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/** The first entry is selected, until arrows or the pointer choose another: what comes later comes above what was there. */
function useSelected(text: string, ids: string[]) {
  const [chosen, setChosen] = useState({ text, id: '' })
  const byHand = useRef(false)
  const selected = chosen.text === text && ids.includes(chosen.id) ? chosen.id : (ids[0] ?? '')
  return {
    selected,
    // cmdk tells of its own choices too
    select: (id: string) => byHand.current && setChosen({ text, id }),
    onKeyDownCapture: (event: KeyboardEvent) => {
      byHand.current = /^Arrow|^Home$|^End$|^[jknp]$/.test(event.key) && (event.key.length > 1 || event.ctrlKey)
    },
    onPointerMoveCapture: () => {
      byHand.current = true
    },
  }
}

/** The words that were looked for stand out. */
function Marked({ parts }: { parts: SearchResult['excerpt'] }): ReactNode {
  return parts.map(({ text, mark }, index) =>
    mark ? (
      <mark key={index} className="bg-transparent font-bold text-inherit underline decoration-brand underline-offset-[3px]">
        {text}
      </mark>
    ) : (
      <Fragment key={index}>{text}</Fragment>
    ),
  )
}

function usePlaces(): Entry[] {
  const t = useT()
  const navigate = useNavigate()
  const { account } = useSession()
  const settings = useAdminMenu()
  const keysOf = new Map(useNavigation('actions').map(({ to, keys }) => [to, keys]))
  const [tabs, links, bottom] = [useNavigation('tabs'), useNavigation('links'), useNavigation('bottom')]
  const own = [{ label: t('frame.home'), to: '/', icon: 'house' }]
  const mine = account ? [{ label: t('account.title'), to: '/account', icon: 'circle-user' }] : []
  const pages = [...own, ...tabs, ...links, ...bottom, ...mine].filter(({ to }, index, all) => all.findIndex((other) => other.to === to) === index)
  return [
    ...pages.map(({ label, to, icon }) => ({ id: `go:${to}`, to, title: label, icon, keys: keysOf.get(to), run: () => navigate(to) })),
    ...settings.flatMap((group) =>
      group.entries.map(({ label, to, icon }) => ({
        id: `go:${to}`,
        to,
        title: label,
        icon,
        hint: `${t('admin.title')} · ${group.title}`,
        run: () => navigate(to),
      })),
    ),
  ]
}

/** Settings and acts of admins that the words find, each on its page. */
function useSettings(text: string): (Entry & { isExact?: boolean })[] {
  const navigate = useNavigate()
  return (useFoundSettings(text) ?? []).slice(0, OF_SETTINGS).map(({ id, label, path, where, isExact, icon, to }) => ({
    isExact,
    id: `setting:${id} ${to}`,
    to,
    title: label,
    icon,
    hint: where ?? path.join(' › '),
    run: () => navigate(to),
  }))
}

function useOwnActions(onKeys: () => void): Entry[] {
  const t = useT()
  const navigate = useNavigate()
  const { account } = useSession()
  const { appearance, mayChoose, choose } = useAppearanceChoice()
  const registered = useActions().map(({ id, title, icon = 'zap', words, keys, run }) => ({
    id,
    to: id.replace(/^to:/, ''),
    title,
    icon,
    hint: words,
    keys,
    run,
  }))
  const next = appearance === 'dark' ? 'light' : 'dark'
  return [
    ...registered,
    ...(mayChoose ? [{ id: 'appearance', title: t(`appearance.to.${next}`), icon: next === 'dark' ? 'moon' : 'sun', run: () => choose(next) }] : []),
    { id: 'keys', title: t('keys.list'), icon: 'info', keys: '?', run: onKeys },
    ...(account ? [{ id: 'sign-out', title: t('signOut.action'), icon: 'log-out', run: () => navigate('/users/sign_out') }] : []),
  ]
}
