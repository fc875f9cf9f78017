/** `/settings/pages/edit?page=7`, or `?block=7` for a saved block: the editor, which comes with its own large code. */
import { AdminPage, EmptyState, Failure, LinkButton, Skeleton, useSearch, useT } from '@atrium/sdk/web'
import { lazy, Suspense } from 'react'
import { useBuild } from '../components/builder/useBuild.ts'
import { AT, BLOCKS_AT } from '../components/pages/paths.ts'

const Editor = lazy(async () => ({ default: (await import('../components/builder/Editor.tsx')).Editor }))

export default function Builder() {
  const t = useT()
  const search = useSearch()
  const [pageId, blockId] = ['page', 'block'].map((name) => Number(search.get(name)) || 0) as [number, number]
  const isBlock = pageId === 0 && blockId > 0
  const back = isBlock ? { to: BLOCKS_AT, label: t('admin.blocks') } : { to: AT, label: t('admin.pages') }
  return (
    <AdminPage name="site/Builder" title={t('builder.title')} back={back} who="site.manage" wide>
      {pageId || blockId ? (
        <Opened pageId={pageId} blockId={blockId} />
      ) : (
        <EmptyState icon="panel-top" title={t('builder.which')} action={<LinkButton to={AT}>{t('admin.pages')}</LinkButton>} />
      )}
    </AdminPage>
  )
}

function Opened({ pageId, blockId }: { pageId: number; blockId: number }) {
  const { build, error, retry } = useBuild(pageId, blockId)
  if (error) return <Failure error={error} onRetry={retry} />
  const waiting = <Skeleton w="100%" h={560} />
  if (!build) return waiting
  return (
    <Suspense fallback={waiting}>
      <Editor key={`${pageId} ${blockId}`} build={build} />
    </Suspense>
  )
}
