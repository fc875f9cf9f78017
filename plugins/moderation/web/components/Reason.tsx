/** The reason of a decision: one that is prepared, which each reader gets in their own language, or a text of one’s own; and what the author will get. */
import { Chip, Field, Skeleton, Textarea, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'
import { PREPARED, type Prepared } from '../../contract.ts'

export interface Why {
  reason: string
  reason_key: Prepared | null
}
interface ReasonProps {
  value: Why
  onChange: (value: Why) => void
  error?: string
  /** Offers what is prepared. */
  prepared?: boolean
}
export function Reason({ value, onChange, error, prepared = true }: ReasonProps) {
  const t = useT()
  return (
    <>
      {prepared && (
        <div className="flex flex-wrap gap-1.5" role="group" aria-label={t('decide.texts')}>
          {PREPARED.map((key) => (
            <Chip key={key} size="sm" pressed={value.reason_key === key} onClick={() => onChange({ reason: t(`text.${key}`), reason_key: key })}>
              {t(`reason.${key}`)}
            </Chip>
          ))}
        </div>
      )}
      <Field label={t('decide.reason')} help={t(value.reason_key ? 'decide.reason_prepared' : 'decide.reason_help')} error={error}>
        <Textarea value={value.reason} rows={4} maxLength={1000} autoFocus onChange={(event) => onChange({ reason: event.target.value, reason_key: null })} />
      </Field>
    </>
  )
}

interface MessageProps {
  name: string
  data: { subject: string; text: string } | undefined
  children: ReactNode
}
/** What the author will get. `children` come under it. */
export function Message({ name, data, children }: MessageProps) {
  const t = useT()
  return (
    <section className="rounded-card bg-surface-2 p-4" aria-live="polite">
      <h3 className="mb-2 text-13 font-medium text-text-2">{t('decide.preview', { name })}</h3>
      {!data ? (
        <Skeleton w="100%" h={140} />
      ) : data.text ? (
        <>
          <p className="font-medium">{data.subject}</p>
          <p className="mt-2 whitespace-pre-line text-13 wrap-anywhere">{data.text}</p>
          <p className="mt-3 text-12 text-text-3">{children}</p>
        </>
      ) : (
        <p className="text-13 text-text-2">{t('decide.nothing')}</p>
      )}
    </section>
  )
}
