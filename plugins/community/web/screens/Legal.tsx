/** A legal text as everybody may read it. */
import { Failure, Loading, PageHeader, RichText, Screen, SkeletonText, Time, useParams, useRead, useT } from '@atrium/sdk/web'
import contract, { LEGAL_KINDS } from '../../contract.ts'
import { LegalLinks } from '../components/LegalLinks.tsx'

export default function Legal() {
  const t = useT()
  const { kind: wanted } = useParams<{ kind: string }>()
  const kind = LEGAL_KINDS.find((one) => one === wanted) ?? 'terms'
  const query = useRead(contract.routes.legalText, { params: { kind } })
  const title = t(`legal.${kind}`)
  return (
    <Screen name="community/Legal" title={title}>
      <PageHeader
        title={title}
        text={
          query.data && (
            <>
              {t('legal.changed')} <Time within value={query.data.updated_at} kind="day" />
            </>
          )
        }
      />
      <LegalLinks current={kind} className="mb-6" />
      {query.isPending ? (
        <Loading>
          <SkeletonText lines={12} />
        </Loading>
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <RichText doc={query.data.body} />
      )}
    </Screen>
  )
}
