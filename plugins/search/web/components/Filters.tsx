/** The operators as chips: they edit the same text. */
import { Button, Chip, Icon, markText, Menu, translate, useRead, useT } from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'
import type { KindCount } from '../../contract.ts'
import { HAS, type Operator, OPERATORS, operatorValue, withOperator, wordsOf } from '../../contract/query.ts'
import type { AskedState } from './useAsked.ts'

const AGES = ['7d', '30d', '1y'] as const

/** What its plugin calls several of a kind. */
export function kindWord({ plugin, kind }: Pick<KindCount, 'plugin' | 'kind'>): string {
  const key = `kinds.${kind}`
  const said = translate(plugin, key)
  return said === key ? kind : said
}
/** What its plugin calls one of a kind, else several. */
export function oneWord({ plugin, kind }: Pick<KindCount, 'plugin' | 'kind'>): string {
  const key = `kind.${kind}`
  const said = translate(plugin, key)
  return said === key ? kindWord({ plugin, kind }) : said
}

export function Filters({ state, kinds }: { state: AskedState; kinds: readonly KindCount[] }) {
  const t = useT()
  const { data } = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const places = (data?.records ?? []).filter((space) => space.policies.can_view_space)
  const { text } = state
  const value = (operator: Operator) => operatorValue(text, operator)
  const set = (operator: Operator, next: string | null) => state.ask(withOperator(text, operator, next))
  const place = places.find(({ slug, name }) => slug === value('in') || name === value('in'))
  const age = AGES.find((one) => one === value('after'))
  const kind = kinds.find((one) => one.kind === value('type'))
  const isNarrow = OPERATORS.some((operator) => value(operator) !== null)

  const choice = (operator: Operator, label: string, icon: string, options: { value: string; label: string }[]) => (
    <Menu
      key={operator}
      align="start"
      trigger={
        <Chip pressed={value(operator) !== null} icon={icon as 'x'}>
          {label}
          <Icon name="chevron-down" className="size-3.5" />
        </Chip>
      }
      items={[
        { label: t(`filter.${operator}_any`), checked: value(operator) === null, onSelect: () => set(operator, null) },
        '-' as const,
        ...options.map((option) => ({ label: option.label, checked: option.value === value(operator), onSelect: () => set(operator, option.value) })),
      ]}
    />
  )
  return (
    <div role="group" aria-label={t('filter.label')} className="mt-3 mb-5 flex flex-wrap items-center gap-2">
      {choice('after', age ? t(`filter.age_${age}`) : (value('after') ?? t('filter.after_any')), 'calendar', [
        ...AGES.map((one) => ({ value: one as string, label: t(`filter.age_${one}`) })),
      ])}
      {places.length > 0 &&
        choice(
          'in',
          place ? `${markText(place.emoji)} ${place.name}`.trim() : (value('in') ?? t('filter.in_any')),
          'hash',
          places.map(({ slug, name, emoji }) => ({ value: slug, label: `${markText(emoji)} ${name}`.trim() })),
        )}
      {choice(
        'type',
        kind ? kindWord(kind) : (value('type') ?? t('filter.type_any')),
        'layers',
        kinds.map((one) => ({ value: one.kind, label: kindWord(one) })),
      )}
      <Chip
        pressed={value('author') !== null}
        icon="user"
        onClick={() => {
          state.setTyped(value('author') === null ? `${text} author:`.trimStart() : withOperator(text, 'author', null))
          document.querySelector<HTMLInputElement>('[data-screen="search/Search"] [role="combobox"]')?.focus()
        }}
      >
        {value('author') ?? t('filter.author_any')}
      </Chip>
      {choice('has', value('has') ? t(`has.${value('has')}`) : t('filter.has_any'), 'paperclip', [
        ...HAS.map((thing) => ({ value: thing as string, label: t(`has.${thing}`) })),
      ])}
      {isNarrow && (
        <Button size="sm" variant="ghost" icon="x" onClick={() => state.ask(wordsOf(text))}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
