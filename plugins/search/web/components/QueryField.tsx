/** The field: words and operators, with what may stand next offered beneath. */
import { Avatar, cx, Icon, IconButton, IconMark, Kbd, useRead, useSettled, useShortcut, useT } from '@atrium/sdk/web'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import contract, { MAX_TEXT } from '../../contract.ts'
import { HAS, OPERATORS, parseQuery, plain, written } from '../../contract/query.ts'
import type { AskedState } from './useAsked.ts'

interface Offer {
  id: string
  /** What stands in the field once it is taken, in place of the last part. */
  insert: string
  body: ReactNode
}

/** What may follow the last part: values of its operator, or operators that begin so. */
function useOffers(text: string): Offer[] {
  const t = useT()
  const last = /\s$/.test(text) ? undefined : parseQuery(text).at(-1)
  const named = useSettled(last && (last.operator === 'author' || last.operator === 'in') ? `${last.operator}:${last.value}` : '')
  const [operator, value] = [named.split(':')[0] as 'author' | 'in', named.slice(named.indexOf(':') + 1)]
  const { data } = useRead(contract.routes.suggestions, { query: { operator, text: value } }, { enabled: named !== '', keepPrevious: true })
  if (last?.operator === 'author' || last?.operator === 'in')
    return (data?.records ?? [])
      .filter((one) => one.operator === last.operator)
      .map((one) => ({
        id: `${one.operator}:${one.value}`,
        insert: written(one.operator, one.value),
        body: (
          <>
            {one.member ? (
              <Avatar id={one.member.id} name={one.label} src={one.member.avatar_url} size={24} />
            ) : (
              <IconMark value={one.emoji ?? ''} className="w-6" />
            )}
            <span className="min-w-0 flex-1 truncate">
              <span className="text-text-3">{one.operator}:</span> {one.label}
            </span>
          </>
        ),
      }))
  if (last?.operator === 'has')
    return HAS.filter((thing) => thing.startsWith(plain(last.value))).map((thing) => ({
      id: thing,
      insert: written('has', thing),
      body: (
        <>
          <code className="min-w-24 rounded-mark bg-hover px-2 text-13">has:{thing}</code>
          <span className="text-13 text-text-2">{t(`has.${thing}`)}</span>
        </>
      ),
    }))
  const begun = last && last.operator === null && !last.isQuoted && !last.isNot ? plain(last.value) : ''
  return OPERATORS.filter((name) => name.startsWith(begun) && (text === '' || begun !== '' || /\s$/.test(text))).map((name) => ({
    id: name,
    insert: `${name}:`,
    body: (
      <>
        <code className="min-w-24 rounded-mark bg-hover px-2 text-13">{name}:</code>
        <span className="min-w-0 flex-1 truncate text-13 text-text-2">{t(`operator.${name}`)}</span>
        <span className="text-12 text-text-3 max-desk:hidden">{t(`operator.${name}_example`)}</span>
      </>
    ),
  }))
}

export function QueryField({ state, action }: { state: AskedState; action: ReactNode }) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const list = useId()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const offers = useOffers(state.typed)
  const shown = open && offers.length > 0
  const focus = () => field.current?.focus()
  useShortcut(
    '/',
    (event) => {
      event.preventDefault()
      focus()
    },
    t('keys.field'),
  )
  // the page is this field, until there is something to read
  useEffect(() => {
    if (!state.text) focus()
  }, [])
  const clear = () => {
    state.ask('')
    focus()
  }

  const take = ({ insert }: Offer) => {
    const last = /\s$/.test(state.typed) ? undefined : parseQuery(state.typed).at(-1)
    const before = last ? state.typed.slice(0, last.start) : state.typed
    state.setTyped(`${before}${insert}${insert.endsWith(':') ? '' : ' '}`)
    setChosen(-1)
    focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      setOpen(false)
    } else if (shown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setChosen((at) => (event.key === 'ArrowDown' ? (at + 1) % offers.length : at <= 0 ? offers.length - 1 : at - 1))
    } else if (shown && chosen >= 0 && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      take(offers[chosen]!)
    }
  }
  return (
    <search className="relative z-10 block">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(false)
          state.ask(state.typed)
          state.meant()
        }}
        className="flex min-h-13 items-center gap-2.5 rounded-card border border-border-strong bg-surface py-1.5 ps-4 pe-2 text-text-3 focus-within:border-focus focus-within:shadow-[0_0_0_3px_color-mix(in_oklab,var(--focus)_20%,transparent)]"
      >
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-expanded={shown}
          aria-controls={list}
          aria-activedescendant={shown && chosen >= 0 ? `${list}-${chosen}` : undefined}
          aria-autocomplete="list"
          aria-label={t('field.label')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_TEXT}
          value={state.typed}
          placeholder={t('field.placeholder')}
          onChange={(event) => {
            state.setTyped(event.target.value)
            setChosen(-1)
            setOpen(true)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
          className="h-9 min-w-0 flex-1 bg-transparent text-17 text-text outline-none"
        />
        {state.typed && <IconButton icon="x" label={t('field.clear')} onClick={clear} />}
        {action}
      </form>
      <div
        id={list}
        role="listbox"
        aria-label={t('field.offers')}
        hidden={!shown}
        className="absolute inset-x-0 mt-2 overflow-hidden rounded-card bg-surface p-1.5 shadow-float"
      >
        {offers.map((offer, at) => (
          <div
            key={offer.id}
            id={`${list}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            onMouseDown={(event) => {
              // the field keeps the cursor
              event.preventDefault()
              take(offer)
            }}
            className={cx(
              'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-15 hover:bg-hover max-desk:min-h-11',
              at === chosen && 'bg-brand-soft text-on-brand-soft',
            )}
          >
            {offer.body}
            {at === chosen && <Kbd>↵</Kbd>}
          </div>
        ))}
      </div>
    </search>
  )
}
