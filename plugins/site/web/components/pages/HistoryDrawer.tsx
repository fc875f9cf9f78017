/** What a page was, from the list: the editor shows how each of it looked. */
import { Badge, Drawer, LinkButton, PagedCard, Time, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type PageRow } from '../../../contract.ts'
import { editPath } from './paths.ts'

const { routes } = contract

export function HistoryDrawer({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const t = useT()
  const list = useReadPages(routes.revisions, { params: { pageId: page.id } })
  return (
    <Drawer
      open
      onOpenChange={onClose}
      title={t('pages.history_of', { name: page.name })}
      footer={
        <LinkButton variant="primary" to={`${editPath(page.id)}&history=1`}>
          {t('pages.history_open')}
        </LinkButton>
      }
    >
      <PagedCard query={list} icon="history" empty={{ title: t('history.none') }} as="ol">
        {(revision) => (
          <li key={revision.id} className="px-4 py-3 not-first:border-t">
            <p className="flex flex-wrap items-center gap-2 text-13 font-semibold">
              <Time value={revision.created_at} kind="short" />
              {revision.kind !== 'saved' && <Badge tone={revision.kind === 'published' ? 'success' : 'info'}>{t(`history.kind.${revision.kind}`)}</Badge>}
            </p>
            {revision.author && <p className="text-13 text-text-2">{revision.author.name}</p>}
          </li>
        )}
      </PagedCard>
    </Drawer>
  )
}
