/** Says to anybody who holds the code that a certificate is true: who finished what, when, and where. */
import { Card, ErrorState, formatTime, Icon, LinkButton, Query, Screen, Skeleton, useParams, useRead, useT } from '@atrium/sdk/web'
import contract, { type Certified } from '../../contract.ts'

export default function Certificate() {
  const t = useT()
  const { code } = useParams<{ code: string }>()
  const query = useRead(contract.routes.certified, { params: { code } })
  return (
    <Screen name="courses/Certificate" title={query.data ? t('verify.title', { name: query.data.name }) : t('verify.heading')}>
      {query.error ? (
        <ErrorState error={query.error} title={t('verify.unknown')} onRetry={() => void query.refetch()} />
      ) : (
        <Query query={query} skeleton={<Skeleton h={300} />}>
          {(shown: Certified) => (
            <Card pad className="mx-auto max-w-[640px] text-center">
              <p className="mx-auto mb-3 flex w-fit items-center gap-2 rounded-full bg-success-soft px-3 py-1 text-13 font-medium text-success">
                <Icon name="badge-check" size="sm" />
                {t('verify.valid')}
              </p>
              <h1 className="text-24 font-semibold">{shown.name}</h1>
              <p className="mt-1 text-text-2">{t('verify.has')}</p>
              <p className="mt-1 text-17 font-semibold">{shown.course}</p>
              <p className="mt-2 text-13 text-text-3">
                {shown.community} · {formatTime(shown.issued_at, { kind: 'day' })}
              </p>
              <p className="mt-1 text-12 text-text-3">
                {t('verify.code')} <span className="tabular-nums">{shown.code}</span>
              </p>
              <LinkButton variant="primary" icon="download" className="mt-5" to={shown.pdf_url} target="_blank">
                {t('verify.pdf')}
              </LinkButton>
            </Card>
          )}
        </Query>
      )}
    </Screen>
  )
}
