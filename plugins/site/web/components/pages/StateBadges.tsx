/** How a page stands, in badges. */
import { Badge, Time, useT } from '@atrium/sdk/web'
import type { PageRow } from '../../../contract.ts'

export type Stands = Pick<PageRow, 'status' | 'scheduled_at' | 'has_changes' | 'visibility' | 'is_home' | 'language' | 'is_covered'>

/** @param only whether it is shown, and since when it will be; nothing else */
export function StateBadges({ page, only }: { page: Stands; only?: boolean }) {
  const t = useT()
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {page.status === 'draft' && <Badge>{t('state.draft')}</Badge>}
      {page.status === 'published' && (
        <Badge tone="success">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
          {t('state.live')}
        </Badge>
      )}
      {page.scheduled_at && (
        <Badge tone="info" icon="clock">
          <Time value={page.scheduled_at} kind="short" />
        </Badge>
      )}
      {!only && (
        <>
          {page.status === 'published' && page.has_changes && <Badge tone="warning">{t('state.changes')}</Badge>}
          {page.is_home && (
            <Badge icon="house" tone="brand">
              {t('state.home')}
            </Badge>
          )}
          {page.visibility === 'password' && <Badge icon="lock">{t('state.password')}</Badge>}
          {page.visibility === 'members' && <Badge icon="users">{t('state.members')}</Badge>}
          {page.language && <Badge icon="languages">{page.language}</Badge>}
          {page.is_covered && (
            <Badge tone="danger" icon="triangle-alert">
              {t('state.covered')}
            </Badge>
          )}
        </>
      )}
    </span>
  )
}
