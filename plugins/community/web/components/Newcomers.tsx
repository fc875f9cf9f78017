/** How newcomers are received: words of welcome, what they are asked for, where they belong from the start. */
import { Chip, Field, Select, SettingsForm, useRead, useSlotFilled, useT } from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'
import contract, { type Onboarding } from '../../contract.ts'

export function Newcomers({ saved }: { saved: Onboarding }) {
  const t = useT()
  const placed = useSlotFilled(contract.slots['onboarding.newcomers'])
  return (
    <SettingsForm
      saved={saved}
      save={contract.routes.updateOnboarding}
      words="newcomers"
      sections={({ value, set }) => [
        { fields: ['welcome_enabled', ...(value.welcome_enabled ? (['welcome_title', 'welcome_text'] as const) : []), 'ask_for_picture', 'ask_for_headline'] },
        ...(placed
          ? []
          : [
              {
                title: t('newcomers.spaces'),
                text: t('newcomers.spaces_text'),
                children: <Spaces ids={value.default_space_ids} onChange={(default_space_ids) => set({ default_space_ids })} />,
              },
            ]),
        {
          title: t('newcomers.introductions'),
          children: <Introductions id={value.introductions_space_id} onChange={(introductions_space_id) => set({ introductions_space_id })} />,
        },
      ]}
    />
  )
}

function Spaces({ ids, onChange }: { ids: number[]; onChange: (ids: number[]) => void }) {
  const t = useT()
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  const chosen = new Set(ids)
  return (
    <fieldset className="flex flex-wrap gap-2 p-4 desk:p-5">
      <legend className="sr-only">{t('newcomers.spaces')}</legend>
      {list.data?.records.map(({ id, emoji, name }) => (
        <Chip
          key={id}
          pressed={chosen.has(id)}
          icon={chosen.has(id) ? 'check' : undefined}
          onClick={() => onChange(chosen.has(id) ? ids.filter((one) => one !== id) : [...ids, id])}
        >
          {emoji} {name}
        </Chip>
      ))}
      {list.data?.records.length === 0 && <p className="text-13 text-text-3">{t('newcomers.no_spaces')}</p>}
    </fieldset>
  )
}

function Introductions({ id, onChange }: { id: number | null; onChange: (id: number | null) => void }) {
  const t = useT()
  const list = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  return (
    <div className="p-4 desk:p-5">
      <Field label={t('newcomers.introductions_space_id')} help={t('newcomers.introductions_space_id.help')}>
        <Select
          value={String(id ?? '')}
          onChange={(event) => onChange(Number(event.target.value) || null)}
          options={[
            { value: '', label: t('newcomers.introductions_none') },
            ...(list.data?.records ?? []).map((space) => ({ value: String(space.id), label: `${space.emoji ?? ''} ${space.name}`.trim() })),
          ]}
        />
      </Field>
    </div>
  )
}
