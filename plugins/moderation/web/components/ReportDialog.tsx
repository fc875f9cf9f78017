/** Reports a record or a member, with a reason. */
import { Checkbox, Field, FormDialog, RadioGroup, Skeleton, Textarea, Time, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_EVIDENCE, REASONS, type Reason, type Written } from '../../contract.ts'
import type { Asked } from './reporting.ts'

export function ReportDialog({ about, onClose }: { about: Asked; onClose: () => void }) {
  const t = useT()
  const [reason, setReason] = useState<Reason | ''>('')
  const [body, setBody] = useState('')
  const [evidence, setEvidence] = useState<Written[]>([])
  const report = useWrite(contract.routes.create, {
    onSuccess: ({ already_reported }) => {
      toast.success(t(already_reported ? 'report.already' : 'report.sent'))
      onClose()
    },
  })
  const submit = () =>
    report.mutateAsync({
      body: {
        flagged_content: {
          ...{ content_id: about.id, content_type: about.kind, reported_reason_type: reason, reported_reason_body: body },
          evidence: evidence.map(({ content_id, content_type }) => ({ content_id, content_type })),
        },
      },
    })
  return (
    <FormDialog
      title={about.name ? t('report.title_member', { name: about.name }) : t('report.title')}
      width={480}
      onClose={onClose}
      onSubmit={submit}
      error={report.error}
      action={t('report.send')}
      pending={report.isPending}
      disabled={!reason}
    >
      <p className="text-text-2">{t('report.text')}</p>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-13 font-medium">{t('report.reason')}</legend>
        <RadioGroup
          label={t('report.reason')}
          value={reason as Reason}
          onChange={setReason}
          options={REASONS.filter((one) => !(about.kind === 'member' && one === 'incorrect_location')).map((value) => ({
            value,
            label: t(`reason.${value}`),
          }))}
        />
      </fieldset>
      {about.kind === 'member' && <Evidence memberId={about.id} value={evidence} onChange={setEvidence} />}
      <Field label={t('report.body')}>
        <Textarea value={body} maxLength={1000} onChange={(event) => setBody(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

interface EvidenceProps {
  memberId: number
  value: Written[]
  onChange: (value: Written[]) => void
}
/** What the member wrote of late that the reporter can read; nothing where that is nothing. */
function Evidence({ memberId, value, onChange }: EvidenceProps) {
  const t = useT()
  const query = useRead(contract.routes.written, { params: { id: memberId } })
  if (query.isPending) return <Skeleton w="100%" h={96} />
  const records = query.data?.records ?? []
  if (!records.length) return null
  const isChosen = (one: Written) => value.some(({ content_id, content_type }) => content_id === one.content_id && content_type === one.content_type)
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-13 font-medium">{t('report.evidence', { max: MAX_EVIDENCE })}</legend>
      <ul className="max-h-56 divide-y divide-border overflow-y-auto rounded-control border border-border-field">
        {records.map((one) => (
          <li key={`${one.content_type} ${one.content_id}`} className="px-3 py-2">
            <Checkbox
              checked={isChosen(one)}
              disabled={!isChosen(one) && value.length >= MAX_EVIDENCE}
              onChange={(on) => onChange(on ? [...value, one] : value.filter((other) => other !== one))}
              label={
                <span className="block min-w-0 text-13">
                  <span className="block text-12 text-text-3">
                    {t(`kind.${one.content_type}`)}
                    {one.space && ` · ${one.space}`} · <Time within value={one.created_at} kind="datetime" />
                  </span>
                  {one.title && <span className="line-clamp-1 font-medium wrap-anywhere">{one.title}</span>}
                  <span className="line-clamp-2 wrap-anywhere">{one.excerpt}</span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
