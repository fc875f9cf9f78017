/** Second line of a card: what was written or chosen in it. */
import { Slot, useLocale, useRead, useT } from '@atrium/sdk/web'
import audience from '../../../../audience/contract.ts'
import type { FilterGroup } from '../../../../members/contract.ts'
import contract, { type Action, type Ask, type EventField, type FieldFilter } from '../../../contract.ts'
import type { Kit } from '../useKit.ts'
import { fieldWords } from '../fields/fieldWords.ts'
import { lengthWords } from './words.ts'

const MANY = 3

export function CardDetail({ kit, action }: { kit: Kit; action: Pick<Action, 'action_type' | 'api_params'> }) {
  const t = useT()
  const params = action.api_params
  const person = (params['person'] ?? null) as FilterGroup | null
  switch (action.action_type) {
    case 'wait':
      return null
    case 'wait_until':
      return <p>{t(params['zone'] === 'person' ? 'wait.zone_person' : 'wait.zone_community')}</p>
    case 'wait_for':
      return (
        <>
          <FieldWords fields={kit.triggerOf(String(params['trigger_type'] ?? ''))?.fields ?? []} filter={params['filters'] as FieldFilter | undefined} />
          {Boolean(params['amount']) && <p>{t('card.up_to', { length: lengthWords(t, params['amount'], params['unit']) })}</p>}
        </>
      )
    case 'condition':
    case 'stop':
      return (
        <>
          <FieldWords fields={kit.triggers.flatMap(({ fields }) => fields)} filter={params['filters'] as FieldFilter | undefined} />
          <PersonWords person={person} />
          <SegmentWords id={(params['community_segment_id'] ?? null) as number | null} />
        </>
      )
    default: {
      const asks = kit.offerOf(action.action_type)?.asks ?? []
      const first = asks.find(({ name }) => isFilled(params[name]))
      return first ? <AskWords ask={first} value={params[first.name]} /> : null
    }
  }
}
const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

function AskWords({ ask, value }: { ask: Ask; value: unknown }) {
  const values = [value].flat()
  if (ask.kind === 'resource' && ask.resource) return <ResourceWords resource={ask.resource} ids={values.map(Number)} />
  if (ask.kind === 'choices') return <p>{shortened(values.map((one) => ask.choices?.find((choice) => choice.value === one)?.label ?? String(one)))}</p>
  if (ask.kind === 'flag') return <p>{ask.label}</p>
  return <p className="line-clamp-2 whitespace-pre-line">{ask.kind === 'richtext' ? plain(value) : String(value)}</p>
}
function ResourceWords({ resource, ids }: { resource: string; ids: readonly number[] }) {
  const { data } = useRead(contract.routes.resources, { params: { key: resource }, query: { ids: ids.join(',') as never } }, { staleTime: 60_000 })
  const names = ids.map((id) => data?.records.find((one) => one.id === id)?.name).filter((name) => name !== undefined)
  return names.length ? <p>{shortened(names)}</p> : null
}
export function FieldWords({ fields, filter }: { fields: readonly EventField[]; filter: FieldFilter | undefined }) {
  const t = useT()
  const locale = useLocale()
  if (!filter?.rules?.length) return null
  return <p>{filter.rules.map((rule) => fieldWords(t, locale, fields, rule)).join(` ${t(filter.match === 'any' ? 'rules.or' : 'rules.and')} `)}</p>
}
export const PersonWords = ({ person }: { person: FilterGroup | null | undefined }) =>
  person?.rules.length ? (
    <p>
      <Slot of={audience.slots['filter.words']} props={{ value: person }} />
    </p>
  ) : null
export function SegmentWords({ id }: { id: number | null | undefined }) {
  const t = useT()
  const { data } = useRead(audience.routes.segment, { params: { id: id ?? 0 } }, { enabled: Boolean(id), staleTime: 60_000 })
  return id && data ? <p>{t('card.segment', { title: data.title })}</p> : null
}

const shortened = (names: readonly string[]) => (names.length > MANY ? `${names.slice(0, MANY).join(', ')} +${names.length - MANY}` : names.join(', '))
/** The words of a document of the editor. */
function plain(value: unknown): string {
  if (typeof value === 'string') return value
  const node = value as { text?: string; content?: unknown[] } | null
  return node?.text ?? (node?.content ?? []).map(plain).join(' ')
}
