/** Which look the page wears: one for all pages, or one of its own. */
import { Failure, Icon, Link, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type SitePage, type SiteTheme } from '../../../contract.ts'
import { Waiting } from './Waiting.tsx'

const { routes } = contract

interface ThemeTabProps {
  page: SitePage
  themeId: number | null
  onChange: (themeId: number | null) => void
}
export function ThemeTab({ page, themeId, onChange }: ThemeTabProps) {
  const t = useT()
  const themes = useRead(routes.themes, { query: { per_page: 100 } })
  const change = useWrite(routes.changeTheme, {
    invalidates: [routes.pages],
    onSuccess: (reply) => onChange(reply.theme_id),
    onError: (error) => toast.error(error.message),
  })
  if (themes.error) return <Failure error={themes.error} onRetry={() => void themes.refetch()} />
  if (!themes.data) return <Waiting />
  const choose = (theme_id: number | null) => change.mutate({ params: { pageId: page.id }, body: { theme_id } })
  return (
    <div className="grid gap-2 p-4">
      <p className="text-13 text-text-2">{t('theme_tab.text')}</p>
      <ul className="grid gap-2">
        <Choice
          isChosen={themeId === null}
          name={t('theme_tab.standard')}
          theme={themes.data.records.find(({ is_default }) => is_default)}
          onChoose={() => choose(null)}
        />
        {themes.data.records.map((theme) => (
          <Choice key={theme.id} isChosen={themeId === theme.id} name={theme.name} theme={theme} onChoose={() => choose(theme.id)} />
        ))}
      </ul>
      <Link to="/settings/page_themes" className="link justify-self-start text-13">
        {t('theme_tab.edit')}
      </Link>
    </div>
  )
}

interface ChoiceProps {
  isChosen: boolean
  name: string
  theme: SiteTheme | undefined
  onChoose: () => void
}
const Choice = ({ isChosen, name, theme, onChoose }: ChoiceProps) => (
  <li>
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="flex w-full items-center gap-3 rounded-control border p-2 text-13 font-medium hover:bg-hover current:border-brand current:bg-brand-soft"
    >
      <span aria-hidden="true" className="grid h-9 w-14 flex-none grid-cols-3 overflow-hidden rounded-mark border">
        {[theme?.light.background, theme?.light.accent, theme?.light.text].map((colour, at) => (
          <span key={at} style={{ background: colour ?? 'var(--surface-2)' }} />
        ))}
      </span>
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {isChosen && <Icon name="check" />}
    </button>
  </li>
)
