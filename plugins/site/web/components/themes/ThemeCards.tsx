/** Looks of pages as cards, each with a small page in it. */
import { type Appearance, Badge, Button, Card, EmptyState, IconButton, Menu, toast, useAppearance, useAskedWrite, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type SiteTheme } from '../../../contract.ts'
import { LookSample } from './LookSample.tsx'
import { AppearanceChoice } from './ThemeDialog.tsx'

const { routes } = contract

interface ThemeCardsProps {
  themes: readonly SiteTheme[]
  onNew: () => void
  onEdit: (theme: SiteTheme) => void
}
export function ThemeCards({ themes, onNew, onEdit }: ThemeCardsProps) {
  const t = useT()
  const [seen, setSeen] = useState<Appearance>(useAppearance().appearance)
  const invalidates = [routes.themes, routes.pages]
  const update = useWrite(routes.updateTheme, {
    invalidates,
    onSuccess: () => toast.success(t('theme.saved')),
    onError: (error) => toast.error(error.message),
  })
  const remove = useAskedWrite(routes.destroyTheme, invalidates)
  const ask = ({ id, name, pages_count }: SiteTheme) =>
    void remove(
      { params: { themeId: id } },
      { title: t('theme.delete_title', { name }), text: t('theme.delete_text', { count: pages_count }), action: t('theme.delete') },
      t('theme.deleted', { name }),
    )
  if (themes.length === 0)
    return (
      <Card>
        <EmptyState
          icon="palette"
          title={t('theme.none')}
          text={t('theme.none_text')}
          action={
            <Button variant="primary" icon="plus" onClick={onNew}>
              {t('theme.new')}
            </Button>
          }
        />
      </Card>
    )
  return (
    <section aria-label={t('admin.themes')} className="grid gap-4">
      <div className="justify-self-start">
        <AppearanceChoice value={seen} onChange={setSeen} />
      </div>
      <ul className="grid gap-4 desk:grid-cols-2 wide:grid-cols-3">
        {themes.map((theme) => (
          <li key={theme.id}>
            <Card className="grid h-full content-start gap-3 p-3">
              <LookSample look={theme} appearance={seen} className="h-80" />
              <div className="flex min-h-8 items-center gap-2 px-1">
                <div className="min-w-0 flex-1">
                  <h2 className="text-15">
                    <button type="button" className="block max-w-full truncate hover:underline" onClick={() => onEdit(theme)}>
                      {theme.name}
                    </button>
                  </h2>
                  <p className="text-12 text-text-3">{t('theme.pages', { count: theme.pages_count })}</p>
                </div>
                {theme.is_default && <Badge tone="brand">{t('theme.default')}</Badge>}
                <Menu
                  trigger={<IconButton icon="ellipsis" label={t('theme.menu', { name: theme.name })} />}
                  items={[
                    { label: t('theme.edit'), icon: 'pencil', onSelect: () => onEdit(theme) },
                    !theme.is_default && {
                      label: t('theme.make_default'),
                      icon: 'check',
                      onSelect: () => update.mutate({ params: { themeId: theme.id }, body: { theme: { is_default: true } } }),
                    },
                    '-',
                    { label: t('theme.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => ask(theme) },
                  ]}
                />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
