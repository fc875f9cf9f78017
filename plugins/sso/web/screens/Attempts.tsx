/** Who tried to sign in by a provider, and what came of it: for whoever sets one up. */
import { shownEmail } from '@atrium/sdk'
import { AdminPage, Badge, Time, useReadPages, useT, PagedCard } from '@atrium/sdk/web'
import sso, { type Attempt } from '../../contract.ts'

const TONES: Partial<Record<Attempt['result'], 'success' | 'danger'>> = { signed_in: 'success', second_factor: 'success', linked: 'success', failed: 'danger' }

export default function Attempts() {
  const t = useT()
  const query = useReadPages(sso.routes.attempts)
  return (
    <AdminPage
      name="sso/Attempts"
      title={t('attempts.title')}
      text={t('attempts.text')}
      who="sso.manage"
      back={{ to: '/settings/sso', label: t('admin.title') }}
    >
      <PagedCard query={query} icon="log-in" empty={{ title: t('attempts.empty.title'), text: t('attempts.empty.text') }} as="ol" height={320}>
        {(attempt) => <Row key={attempt.id} attempt={attempt} />}
      </PagedCard>
    </AdminPage>
  )
}

function Row({ attempt: { provider, result, problem, subject, email, email_verified, name, created_at } }: { attempt: Attempt }) {
  const t = useT()
  return (
    <li className="px-4 py-3 desk:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name ?? email ?? t('attempts.nobody')}
          <Badge tone={TONES[result] ?? 'neutral'}>{t(`result.${result}`)}</Badge>
        </p>
        <Time value={created_at} kind="datetime" className="text-12 tabular-nums text-text-3" />
      </div>
      <p className="mt-1 text-13 text-text-2">{t(`result.${result}.text`)}</p>
      {problem && <p className="mt-1 font-mono text-12 text-text-2 wrap-anywhere">{problem}</p>}
      <p className="mt-1 text-13 text-text-3 wrap-anywhere">
        {provider}
        {email && ` · ${shownEmail(email)} (${t(email_verified ? 'attempts.verified' : 'attempts.unverified')})`}
        {subject && (
          <>
            {' · '}
            {t('attempts.subject')} <code className="font-mono text-12">{subject}</code>
          </>
        )}
      </p>
    </li>
  )
}
