/** The settings on a phone: way back, title, the page's acts, and behind the title the list of all sections. */
import { useState } from 'react'
import { Dialog, Icon, Link, useLocation, useT } from '@atrium/sdk/web'
import { useAdminMenu } from './menu.ts'
import { positionOf } from './places.ts'
import { Sections } from './Sections.tsx'

export interface AdminBarPage {
  title: string
  back?: { to: string; label: string }
}
interface AdminBarProps {
  /** Null while none has said its title. */
  page: AdminBarPage | null
  actionsRef: (element: HTMLElement | null) => void
}

export default function AdminBar({ page, actionsRef }: AdminBarProps) {
  const t = useT()
  const path = useLocation()
  const groups = useAdminMenu()
  const [open, setOpen] = useState(false)
  const entry = positionOf(groups, path)?.entry
  const back = page?.back ?? { to: '/', label: t('admin.back') }
  return (
    <header className="sticky top-0 z-20 flex h-(--header-h) items-center border-b border-frame bg-header px-1 text-header-text [--ring:var(--header-background-color)]">
      <Link to={back.to} aria-label={back.label} className="grid size-11 flex-none place-items-center rounded-control">
        <Icon name="arrow-left" />
      </Link>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex h-11 min-w-0 flex-1 items-center gap-1 rounded-control px-1 text-start text-17 font-semibold tracking-tight"
      >
        <span className="truncate">{page?.title ?? entry?.label ?? t('admin.title')}</span>
        <Icon name="chevron-down" size="sm" />
        <span className="sr-only">{t('frame.openSettings')}</span>
      </button>
      <div ref={actionsRef} className="flex flex-none items-center gap-1 ps-1" />
      <Dialog open={open} onOpenChange={setOpen} title={t('admin.title')}>
        <Sections current={entry?.to} onChoose={() => setOpen(false)} />
      </Dialog>
    </header>
  )
}
