/** Looks of emails: that of the community, and those saved beside it. */
import { Badge, Button, Card, CardHead, IconButton, Menu, Query, Skeleton, toast, useT, useWrite } from '@atrium/sdk/web'
import { type ReactNode, useState } from 'react'
import contract, { type Look, type Theme } from '../../contract.ts'
import { useLooks } from './looks.ts'
import { Sample } from './Sample.tsx'
import { ThemeDialog } from './ThemeDialog.tsx'

const { routes } = contract

type Edited = { id?: number; look: Look; isDefault: boolean }
const lookIn = ({ id: _id, is_default: _default, ...look }: Theme): Look => look

export function Themes() {
  const t = useT()
  const { query, all, own } = useLooks()
  const [edited, setEdited] = useState<Edited | null>(null)
  const write = useWrite(routes.saveTheme, {
    invalidates: [routes.themes, routes.preview],
    onSuccess: () => toast.success(t('look.saved')),
    onError: (error) => toast.error(error.message),
  })
  const isOwnDefault = !all.some(({ is_default }) => is_default)
  const makeDefault = (theme: Theme, isDefault: boolean) => write.mutate({ body: { id: theme.id, theme: lookIn(theme), is_default: isDefault } })
  const standing = all.find(({ is_default }) => is_default)
  return (
    <Card as="section" id="looks" aria-label={t('look.title')} className="scroll-mt-20">
      <CardHead
        title={t('look.title')}
        text={t('look.text')}
        action={
          <Button icon="plus" onClick={() => setEdited({ look: { ...own, name: '' }, isDefault: false })}>
            {t('look.new')}
          </Button>
        }
      />
      <Query query={query} skeleton={<Skeleton w="100%" h={240} />}>
        {() => (
          <ul className="grid gap-4 p-5 desk:grid-cols-2">
            <li className="grid content-start gap-2">
              <Head name={own.name} isDefault={isOwnDefault}>
                {standing && (
                  <Button size="sm" loading={write.isPending} onClick={() => makeDefault(standing, false)}>
                    {t('look.make_default')}
                  </Button>
                )}
              </Head>
              <Sample look={own} />
            </li>
            {all.map((theme) => (
              <li key={theme.id} className="grid content-start gap-2">
                <Head name={theme.name} isDefault={theme.is_default}>
                  <Menu
                    trigger={<IconButton icon="ellipsis" label={t('menu.label', { name: theme.name })} />}
                    items={[
                      {
                        label: t('look.edit'),
                        icon: 'pencil',
                        onSelect: () => setEdited({ id: theme.id, look: lookIn(theme), isDefault: theme.is_default }),
                      },
                      {
                        label: t('look.duplicate'),
                        icon: 'copy',
                        onSelect: () => setEdited({ look: { ...lookIn(theme), name: t('copy', { name: theme.name }) }, isDefault: false }),
                      },
                      !theme.is_default && { label: t('look.make_default'), icon: 'check', onSelect: () => makeDefault(theme, true) },
                    ]}
                  />
                </Head>
                <Sample look={theme} />
              </li>
            ))}
          </ul>
        )}
      </Query>
      {edited && <ThemeDialog id={edited.id} look={edited.look} isDefault={edited.isDefault} onClose={() => setEdited(null)} />}
    </Card>
  )
}

function Head({ name, isDefault, children }: { name: string; isDefault: boolean; children?: ReactNode }) {
  const t = useT()
  return (
    <div className="flex min-h-8 items-center gap-2">
      <h3 className="min-w-0 truncate text-13">{name}</h3>
      {isDefault && <Badge tone="brand">{t('look.is_default')}</Badge>}
      <span className="flex-1" />
      {children}
    </div>
  )
}
