/** Pasted addresses with what speaks against each, and the mail as somebody gets it. */
import { shownEmail } from '@atrium/sdk'
import { Badge, Card, CardHead, Field, Link, Skeleton, Textarea, useRead, useSettled, useT, useWrite } from '@atrium/sdk/web'
import { useEffect } from 'react'
import community from '../../../community/contract.ts'
import contract, { type AddressState } from '../../contract.ts'

const { routes } = contract
const TONES: Record<AddressState, 'success' | 'warning' | 'danger' | 'neutral'> = {
  ok: 'success',
  bounced: 'warning',
  duplicate: 'neutral',
  member: 'neutral',
  invited: 'neutral',
  malformed: 'danger',
  banned: 'danger',
}
/** Of those that are right, so many are shown. */
const SHOWN = 50

export function Addresses({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useT()
  const settled = useSettled(value.trim())
  const check = useWrite(routes.validateEmails)
  const { mutate } = check
  useEffect(() => {
    if (settled) mutate({ body: { emails: settled } })
  }, [settled, mutate])
  const found = settled ? check.data : undefined
  const records = [...(found?.records ?? [])].sort((a, b) => Number(a.status === 'ok') - Number(b.status === 'ok'))
  return (
    <>
      <Field label={t('emails.label')} help={t('emails.help')}>
        <Textarea
          rows={8}
          value={value}
          maxLength={1_000_000}
          placeholder={'Ana Ruiz <ana@example.com>\nben@example.com'}
          autoCapitalize="none"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      {found && (
        <section aria-label={t('emails.found')} aria-live="polite">
          <p className="mb-2 flex flex-wrap gap-2">
            {(Object.entries(found.counts) as [AddressState, number][]).map(([status, count]) => (
              <Badge key={status} tone={TONES[status]}>
                {t(`address.${status}`)}: {count.toLocaleString()}
              </Badge>
            ))}
          </p>
          <ul className="max-h-80 divide-y divide-border overflow-y-auto rounded-card border border-border">
            {records.slice(0, SHOWN).map(({ email, name, status }, at) => (
              <li key={`${email}${at}`} className="flex items-center justify-between gap-3 px-3 py-2 text-14">
                <span className="min-w-0 wrap-anywhere">
                  {shownEmail(email)} {name && <span className="text-text-3">{name}</span>}
                </span>
                {status !== 'ok' && <Badge tone={TONES[status]}>{t(`address.${status}`)}</Badge>}
              </li>
            ))}
          </ul>
          {records.length > SHOWN && <p className="mt-1 text-12 text-text-3">{t('emails.more', { count: records.length - SHOWN })}</p>}
        </section>
      )}
    </>
  )
}

export function Letter({ message }: { message: string }) {
  const t = useT()
  const settled = useSettled(message)
  const preview = useWrite(routes.previewLetter)
  const own = useRead(community.routes.invitationEmail)
  const { mutate } = preview
  useEffect(() => mutate({ body: { message: settled } }), [settled, mutate])
  return (
    <Card as="aside">
      <CardHead title={t('letter.preview')} />
      <div className="grid gap-2 px-5 pt-4 pb-5">
        {preview.data ? (
          <>
            <p className="font-semibold wrap-anywhere">{preview.data.subject}</p>
            <p className="text-13 whitespace-pre-line text-text-2 wrap-anywhere">{preview.data.text}</p>
          </>
        ) : (
          <Skeleton w="100%" h={160} />
        )}
        {own.data && (
          <p className="text-13">
            <Link to="/settings/onboarding?tab=invitation" className="link">
              {t(own.data.is_custom ? 'letter.change' : 'letter.own')}
            </Link>
          </p>
        )}
      </div>
    </Card>
  )
}
