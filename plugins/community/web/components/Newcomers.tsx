/** How newcomers are received: words of welcome, what they are asked for, where they belong from the start. */
import { Chip, SettingsForm, useRead, useT } from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'
import contract, { type Onboarding } from '../../contract.ts'

export function Newcomers({ saved }: { saved: Onboarding }) {
  const t = useT()
  return (
    <SettingsForm
      saved={saved}
      save={contract.routes.updateOnboarding}
      words="newcomers"
      sections={({ value, set }) => [
        { fields: ['welcome_enabled', ...(value.welcome_enabled ? (['welcome_title', 'welcome_text'] as const) : []), 'ask_for_picture', 'ask_for_headline'] },
        {
          title: t('newcomers.spaces'),
          text: t('newcomers.spaces_text'),
          children: <Spaces ids={value.default_space_ids} onChange={(default_space_ids) => set({ default_space_ids })} />,
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
