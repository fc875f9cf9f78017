/** The parts of an agent's editor. */
import {
  Card,
  CardHead,
  Checkbox,
  Field,
  Icon,
  Input,
  PictureField,
  Query,
  Segment,
  SettingRow,
  Skeleton,
  Switch,
  Textarea,
  useRead,
  useSession,
  useT,
} from '@atrium/sdk/web'
import audience from '../../../../audience/contract.ts'
import contract, { MAX_HOURS, MAX_INSTRUCTIONS, MAX_STARTER, MAX_STARTERS, PLACES, SPACE_USES, TONES } from '../../../contract.ts'
import type { AgentDraft } from './draft.ts'

const { routes } = contract
interface PartProps {
  value: AgentDraft
  set: (next: Partial<AgentDraft>) => void
  errors: Record<string, string | undefined>
}

export function Who({ value, set, errors }: PartProps) {
  const t = useT()
  const error = (field: string) => errors[`profile.${field}`]
  return (
    <Card as="section" aria-label={t('agent.who')}>
      <CardHead title={t('agent.who')} />
      <div className="grid gap-4 p-4 desk:p-5">
        <div className="grid gap-4 desk:grid-cols-2">
          <Field label={t('agent.name')} error={error('name')}>
            <Input value={value.name} maxLength={60} required onChange={(event) => set({ name: event.target.value })} />
          </Field>
          <Field label={t('agent.headline')} error={error('headline')}>
            <Input value={value.headline} maxLength={120} onChange={(event) => set({ headline: event.target.value })} />
          </Field>
        </div>
        <Field label={t('agent.greeting')} error={error('greeting')}>
          <Input value={value.greeting} maxLength={300} placeholder={t('ask.greeting')} onChange={(event) => set({ greeting: event.target.value })} />
        </Field>
        <Starters value={value.starters} onChange={(starters) => set({ starters })} errorOf={(at) => error(`starters.${at}`)} />
        <PictureField
          label={t('agent.avatar')}
          ratio={1}
          width={400}
          className="max-w-60"
          url={value.avatar_url}
          error={error('avatar')}
          onChange={(picture) => set({ avatar: picture?.signedId ?? null, avatar_url: picture?.url ?? null })}
        />
      </div>
      <SettingRow
        title={t('agent.enabled')}
        text={t('agent.enabled_text')}
        control={(aria) => <Switch {...aria} checked={value.is_enabled} onChange={(is_enabled) => set({ is_enabled })} />}
      />
      <SettingRow
        title={t('agent.default')}
        text={t('agent.default_text')}
        control={(aria) => <Switch {...aria} checked={value.is_default} onChange={(is_default) => set({ is_default })} />}
      />
    </Card>
  )
}

interface StartersProps {
  value: readonly string[]
  onChange: (starters: string[]) => void
  errorOf: (at: number) => string | undefined
}
/** One field each, and an empty one for the next. */
function Starters({ value, onChange, errorOf }: StartersProps) {
  const t = useT()
  const fields = [...value, ''].slice(0, MAX_STARTERS)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-13 font-medium">{t('agent.starters')}</legend>
      {fields.map((question, at) => (
        <Field key={at} label={t('agent.starter', { number: at + 1 })} hideLabel error={errorOf(at)}>
          <Input
            value={question}
            maxLength={MAX_STARTER}
            placeholder={at === 0 ? t('agent.starters_example') : undefined}
            onChange={(event) => onChange(fields.map((one, i) => (i === at ? event.target.value : one)).slice(0, Math.max(value.length, at + 1)))}
          />
        </Field>
      ))}
      <p className="text-13 text-text-3">{t('agent.starters_help', { max: MAX_STARTERS })}</p>
    </fieldset>
  )
}

export function Behaviour({ value, set, errors }: PartProps) {
  const t = useT()
  return (
    <Card as="section" aria-label={t('agent.behaviour')}>
      <CardHead title={t('agent.behaviour')} />
      <div className="grid gap-4 p-4 desk:p-5">
        <Field label={t('agent.instructions')} help={t('agent.instructions_help')} error={errors['profile.instructions']}>
          <Textarea
            rows={6}
            value={value.instructions}
            maxLength={MAX_INSTRUCTIONS}
            placeholder={t('agent.instructions_example')}
            onChange={(event) => set({ instructions: event.target.value })}
          />
        </Field>
        <div>
          <p className="mb-1.5 text-13 font-medium">{t('agent.tone')}</p>
          <Segment
            label={t('agent.tone')}
            value={value.tone}
            items={TONES.map((tone) => ({ value: tone, label: t(`tone.${tone}`) }))}
            onChange={(tone) => set({ tone })}
          />
        </div>
      </div>
    </Card>
  )
}

/** Places that are there with a plugin. */
const PLUGINS = { rooms: 'chat', widget: 'help-widget' } as const
/** Hours that are offered first to whoever lets an agent answer unasked. */
const FIRST_HOURS = 4

export function Places({ value, set, errors }: PartProps) {
  const t = useT()
  const { has } = useSession()
  const { places, answer_after_hours: hours } = value
  return (
    <Card as="section" aria-label={t('agent.places')}>
      <CardHead title={t('agent.places')} />
      {PLACES.filter((place) => !(place in PLUGINS) || has(PLUGINS[place as keyof typeof PLUGINS])).map((place) => (
        <SettingRow
          key={place}
          title={t(`place.${place}`)}
          text={t(`place.${place}_text`)}
          control={(aria) => <Switch {...aria} checked={places[place]} onChange={(on) => set({ places: { ...places, [place]: on } })} />}
        />
      ))}
      {places.posts && (
        <SettingRow
          title={t('place.late')}
          text={t('place.late_text')}
          control={(aria) => <Switch {...aria} checked={hours !== null} onChange={(on) => set({ answer_after_hours: on ? FIRST_HOURS : null })} />}
        />
      )}
      {places.posts && hours !== null && (
        <div className="border-t p-4 desk:p-5">
          <Field label={t('place.hours')} help={t('place.hours_help', { min: 1, max: MAX_HOURS })} error={errors['profile.answer_after_hours']}>
            <Input
              type="number"
              min={1}
              max={MAX_HOURS}
              required
              className="max-w-28"
              value={hours}
              onChange={(event) => set({ answer_after_hours: Number(event.target.value) })}
            />
          </Field>
        </div>
      )}
    </Card>
  )
}

export function Spaces({ value, set }: PartProps) {
  const t = useT()
  const query = useRead(routes.spaces)
  const answers = value.places.posts || value.places.rooms
  return (
    <Card as="section" aria-label={t('agent.spaces')}>
      <CardHead title={t('agent.spaces')} text={[t('agent.spaces_text'), answers && t('agent.spaces_answer')].filter(Boolean).join(' ')} />
      <Query query={query} skeleton={<Skeleton w="100%" h={200} />}>
        {({ records }) => (
          <ul className="max-h-[480px] divide-y divide-border overflow-y-auto">
            {records.map(({ id, name, emoji, passages_count, is_excluded }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2.5 desk:px-5">
                <span className="w-5 text-center" aria-hidden="true">
                  {emoji ?? <Icon name="hash" className="size-4 text-text-3" />}
                </span>
                <span className="min-w-0 flex-1 basis-40">
                  <span className="block truncate font-medium">{name}</span>
                  <span className="block text-13 text-text-3">{is_excluded ? t('agent.space_excluded') : t('ask.passages', { count: passages_count })}</span>
                </span>
                {!is_excluded && (
                  <Segment
                    label={name}
                    value={value.spaces[id] ?? 'read'}
                    items={SPACE_USES.filter((use) => use !== 'answer' || answers || value.spaces[id] === use).map((use) => ({
                      value: use,
                      label: t(`use.${use}`),
                    }))}
                    onChange={(use) => set({ spaces: { ...value.spaces, [id]: use } })}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Query>
    </Card>
  )
}

export function People({ value, set, errors }: PartProps) {
  const t = useT()
  const { has } = useSession()
  const { kind, segment_ids } = value.audience
  const segments = useRead(audience.routes.segments, { query: { per_page: 100 } }, { enabled: has('audience') })
  const count = useRead(
    routes.audienceCount,
    { query: kind === 'segments' ? { segment_ids } : {} },
    { enabled: kind === 'members' || segment_ids.length > 0, keepPrevious: true },
  )
  const toggle = (id: number, on: boolean) => set({ audience: { kind, segment_ids: on ? [...segment_ids, id] : segment_ids.filter((other) => other !== id) } })
  return (
    <Card as="section" aria-label={t('agent.people')}>
      <CardHead
        title={t('agent.people')}
        text={kind === 'segments' && segment_ids.length === 0 ? t('agent.people_none') : count.data && t('agent.people_count', { count: count.data.count })}
      />
      <div className="grid gap-3 p-4 desk:p-5">
        <Segment
          label={t('agent.people')}
          className="justify-self-start"
          value={kind}
          items={(['members', 'segments'] as const).map((one) => ({ value: one, label: t(`audience.${one}`) }))}
          onChange={(next) => set({ audience: { kind: next, segment_ids } })}
        />
        {kind === 'segments' && segments.data?.records.length === 0 && <p className="text-13 text-text-2">{t('agent.no_segments')}</p>}
        {kind === 'segments' &&
          segments.data?.records.map(({ id, title }) => (
            <Checkbox key={id} label={title} checked={segment_ids.includes(id)} onChange={(on) => toggle(id, on)} />
          ))}
        {errors['profile.audience'] && (
          <p role="alert" className="text-13 text-danger">
            {errors['profile.audience']}
          </p>
        )}
      </div>
    </Card>
  )
}

export function Tools({ value, set }: PartProps) {
  const t = useT()
  const { data } = useRead(routes.tools)
  if (!data?.records.length) return null
  return (
    <Card as="section" aria-label={t('agent.tools')}>
      <CardHead title={t('agent.tools')} text={t('agent.tools_text')} />
      {data.records.map(({ key, icon, label, help, confirm }) => (
        <SettingRow
          key={key}
          icon={icon}
          title={label}
          text={confirm ? t('agent.tool_confirm', { help }) : help}
          control={(aria) => (
            <Switch
              {...aria}
              checked={value.tools.includes(key)}
              onChange={(on) => set({ tools: on ? [...value.tools, key] : value.tools.filter((other) => other !== key) })}
            />
          )}
        />
      ))}
    </Card>
  )
}

export function HandOver({ value: { hand_over }, set, errors }: PartProps) {
  const t = useT()
  return (
    <Card as="section" aria-label={t('agent.hand_over')}>
      <CardHead title={t('agent.hand_over')} text={t('agent.hand_over_text')} />
      {(['asked', 'unsure'] as const).map((key) => (
        <SettingRow
          key={key}
          title={t(`hand_over.${key}`)}
          control={(aria) => <Switch {...aria} checked={hand_over[key]} onChange={(on) => set({ hand_over: { ...hand_over, [key]: on } })} />}
        />
      ))}
      <div className="border-t p-4 desk:p-5">
        <Field label={t('hand_over.words')} help={t('hand_over.words_help')} error={errors['profile.hand_over.words']}>
          <Textarea
            rows={3}
            value={hand_over.words.join('\n')}
            onChange={(event) => set({ hand_over: { ...hand_over, words: event.target.value.split('\n') } })}
          />
        </Field>
      </div>
    </Card>
  )
}
