/** What is done with a page as a whole, from the list. */
import { toast, useConfirm, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type PageRow } from '../../../contract.ts'
import { useHomeWarning, useWithoutHome } from './home.ts'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { PageSettings } from './PageSettings.tsx'
import { editPath } from './paths.ts'
import { ThemeDialog } from './ThemeDialog.tsx'
import { TranslateDialog } from './TranslateDialog.tsx'

const { routes } = contract
type Open = { what: 'settings' | 'theme' | 'translate' | 'history'; page: PageRow }

export function usePageActs() {
  const t = useT()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open | null>(null)
  const of = ({ id }: PageRow) => ({ params: { id } })
  const told = (words: string) => ({
    invalidates: [contract],
    onSuccess: () => toast.success(t(words)),
    onError: (error: Error) => toast.error(error.message),
  })
  const publish = useWrite(routes.publishPage, told('publish.done'))
  // one that has a time ahead loses that first
  const unpublish = useWrite(routes.unpublishPage, told('pages.unpublished'))
  const callOff = useWrite(routes.unpublishPage, told('pages.called_off'))
  const home = useWrite(routes.homePage, told('pages.home_changed'))
  const duplicate = useWrite(routes.duplicatePage, { ...told('pages.duplicated'), onSuccess: ({ id }) => navigate(editPath(id)) })
  const restore = useWrite(routes.restorePage, told('deleted.back'))
  const destroy = useWrite(routes.destroyPage, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const confirm = useConfirm()
  const warningOf = useHomeWarning()
  const without = useWithoutHome()
  const remove = async (page: PageRow) => {
    const text = [t('pages.delete_text'), page.is_home && t(`home.gone.${without}`)].filter(Boolean).join(' ')
    if (!(await confirm({ title: t('pages.delete_title', { name: page.name }), text, action: t('pages.delete'), tone: 'danger' }))) return
    await destroy.mutateAsync(of(page)).then(
      () => toast.undo(t('pages.deleted', { name: page.name }), { onUndo: () => restore.mutate(of(page)) }),
      () => {},
    )
  }
  const makeHome = async (page: PageRow) => {
    const warning = page.is_home ? null : warningOf(page)
    if (warning && !(await confirm({ title: t('home.ask', { name: page.name }), text: warning, action: t('pages.make_home'), tone: 'primary' }))) return
    home.mutate({ ...of(page), body: { is_home: !page.is_home } })
  }
  const hide = async (page: PageRow) => {
    if (page.scheduled_at) return callOff.mutate(of(page))
    const question = { title: t('home.unpublish', { name: page.name }), text: t(`home.gone.${without}`), action: t('pages.unpublish') }
    if (page.is_home && !(await confirm({ ...question, tone: 'danger' }))) return
    unpublish.mutate(of(page))
  }
  const close = () => setOpen(null)

  return {
    menu: (page: PageRow) => ({
      label: t('pages.menu', { name: page.name }),
      items: [
        { label: t('pages.edit'), icon: 'pencil', to: editPath(page.id) },
        page.status === 'published' && {
          label: t('pages.view'),
          icon: 'external-link',
          onSelect: () => void window.open(page.url, '_blank', 'noopener'),
        },
        '-' as const,
        (page.status !== 'published' || page.has_changes) && {
          label: t(page.status === 'published' ? 'pages.publish_changes' : 'pages.publish'),
          icon: 'globe',
          onSelect: () => publish.mutate({ ...of(page), body: { at: null } }),
        },
        (page.status !== 'draft' || page.scheduled_at !== null) && {
          label: t(page.scheduled_at ? 'pages.call_off' : 'pages.unpublish'),
          icon: 'eye-off',
          onSelect: () => void hide(page),
        },
        {
          label: t(page.is_home ? 'pages.no_home' : 'pages.make_home'),
          icon: 'house',
          onSelect: () => void makeHome(page),
        },
        '-' as const,
        { label: t('pages.settings'), icon: 'settings', onSelect: () => setOpen({ what: 'settings', page }) },
        { label: t('pages.theme'), icon: 'palette', onSelect: () => setOpen({ what: 'theme', page }) },
        { label: t('pages.duplicate'), icon: 'copy', onSelect: () => duplicate.mutate({ ...of(page), body: {} }) },
        { label: t('pages.translate'), icon: 'languages', onSelect: () => setOpen({ what: 'translate', page }) },
        { label: t('pages.history'), icon: 'history', onSelect: () => setOpen({ what: 'history', page }) },
        '-' as const,
        {
          label: t('pages.delete'),
          icon: 'trash-2',
          tone: 'danger' as const,
          onSelect: () => void remove(page),
        },
      ],
    }),
    /** Stands at the end of the screen. */
    dialogs: open && (
      <>
        {open.what === 'settings' && <PageSettings pageId={open.page.id} onClose={close} />}
        {open.what === 'theme' && <ThemeDialog page={open.page} onClose={close} />}
        {open.what === 'translate' && <TranslateDialog page={open.page} onClose={close} />}
        {open.what === 'history' && <HistoryDrawer page={open.page} onClose={close} />}
      </>
    ),
  }
}
